/**
 * Reads paths into JSON, a small part of JSONPath without expressions: `messages[0].text`, `$.a['b c']`, `items[*].id`,
 * `items[-1]`, `..title`. Nothing is evaluated as code, and only own keys of objects are read.
 */
import type { Json } from '../format/model/suite.ts';

export type PathSegment =
  | { kind: 'key'; key: string }
  | { kind: 'index'; index: number }
  | { kind: 'every' }
  /** The value itself and everything below it. */
  | { kind: 'anywhere' };

export type ParsedPath =
  | { segments: PathSegment[]; isRooted: boolean; problem?: never }
  | { problem: string };

const pathLengthMax = 500;

/** Maximum number of values to examine per segment of a path. */
export const visitsMax = 100_000;

export interface PathReading {
  /** The value; a list if the path contains `*` or `..`; undefined if nothing was found, or only null. */
  value: Json | undefined;
  /** True if the path matches more values than were examined. */
  isCut: boolean;
}

const token =
  /\.\.(?=[^.])|\.?\*|\[\*\]|\[(-?\d{1,9})\]|\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\[\s*"((?:[^"\\]|\\.)*)"\s*\]|\.?([^.[\]*'"()\s](?:[^.[\]*'"()]*[^.[\]*'"()\s])?)/y;

export function parsePath(text: string): ParsedPath {
  if (text.length > pathLengthMax)
    return { problem: `it has more than ${pathLengthMax} characters` };
  if (/^\$\s*\(/.test(text)) return { problem: 'page selectors such as $("…") are not supported' };
  if (/\[\s*[?(]/.test(text)) return { problem: 'filters and expressions are not supported' };
  if (/\[[^'"\]]*[:,][^'"\]]*\]/.test(text))
    return { problem: 'slices and unions are not supported' };
  const isRooted = /^\$(?=[.[]|$)/.test(text);
  const segments: PathSegment[] = [];
  let at = isRooted ? 1 : 0;
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) return { problem: `"${text.slice(at, at + 20)}" is not understood` };
    const segment = segmentOf(found);
    const isAfterAnywhere = segments.at(-1)?.kind === 'anywhere';
    if (!/^[.[]/.test(found[0]) && at > 0 && !isAfterAnywhere) {
      return { problem: `a dot is missing before "${found[0]}"` };
    }
    segments.push(segment);
    at = token.lastIndex;
  }
  if (segments.length === 0 && !isRooted) return { problem: 'it is empty' };
  return { segments, isRooted };
}

function segmentOf(found: RegExpExecArray): PathSegment {
  const [source, index, single, double, name] = found;
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  const quoted = single ?? double;
  if (quoted !== undefined) return { kind: 'key', key: quoted.replace(/\\(.)/gs, '$1') };
  if (name !== undefined) return { kind: 'key', key: name };
  return source === '..' ? { kind: 'anywhere' } : { kind: 'every' };
}

/** Reads the value at a path. */
export function readPath(segments: PathSegment[], value: Json | undefined): PathReading {
  if (segments.every(({ kind }) => kind === 'key' || kind === 'index')) {
    let current = value;
    for (const segment of segments) current = child(segment, current);
    return { value: current, isCut: false };
  }
  return readPathFrom(segments, value === undefined ? [] : [value]);
}

/** Reads the values at a path below several values. The result is a list, as for `*` and `..`. */
export function readPathFrom(segments: PathSegment[], roots: Json[]): PathReading {
  let found = roots;
  let isCut = false;
  for (const segment of segments) {
    const step = stepInto(segment, found);
    found = step.found;
    isCut ||= step.isCut;
  }
  const present = found.filter((item) => item !== null);
  return { value: present.length > 0 ? present : undefined, isCut };
}

function stepInto(segment: PathSegment, from: Json[]): { found: Json[]; isCut: boolean } {
  const found: Json[] = [];
  for (const item of from) {
    for (const below of children(segment, item)) {
      if (found.length === visitsMax) return { found, isCut: true };
      found.push(below);
    }
  }
  return { found, isCut: false };
}

function child(segment: PathSegment, value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return isLength(segment) ? [...value].length : undefined;
  if (segment.kind === 'index') return Array.isArray(value) ? value.at(segment.index) : undefined;
  if (segment.kind !== 'key' || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return isLength(segment) ? value.length : undefined;
  return Object.hasOwn(value, segment.key) ? value[segment.key] : undefined;
}

const isLength = (segment: PathSegment): boolean =>
  segment.kind === 'key' && segment.key === 'length';

function children(segment: PathSegment, value: Json): Iterable<Json> {
  if (segment.kind === 'every') return values(value);
  if (segment.kind === 'anywhere') return descendants(value);
  const below = child(segment, value);
  return below === undefined ? [] : [below];
}

function values(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function* descendants(value: Json): Generator<Json> {
  const all = [value];
  for (const item of all) {
    yield item;
    for (const below of values(item)) all.push(below);
  }
}
