/** Finds the path that was probably meant by a mistyped one: `items[0].name` for `itmes[0].name`. */
import type { Json } from '../format/model/suite.ts';
import type { Reply } from './matcher.ts';
import { type PathSegment, parsePath } from './path.ts';
import { foreignKeyAt, isShorthand, partOfReply } from './property.ts';
import { isNothing } from './text.ts';

/** Maximum number of keys in an object, and of values in a list, to compare. */
const lookedAtMax = 200;

export interface NearestPath {
  path: string;
  /** True if only case differs, or if the path begins with a part of the reply, because these are few and well known. */
  isCertain?: true;
}

/**
 * @returns the path with its first missing key replaced by an existing one that differs by at most two edits or in case;
 * undefined if there is none, or if the path fails for another reason: an index beyond the end of a list, an empty list, `..`
 */
export function nearestPath(property: string, reply: Reply): NearestPath | undefined {
  const path = parsePath(property);
  if (path.problem !== undefined || isShorthand(property)) return undefined;
  const { segments, isRooted } = path;
  const part = isRooted ? undefined : mistypedPart(segments[0], reply);
  if (part !== undefined) {
    return {
      path: printPath(segments.with(0, { kind: 'key', key: part }), false),
      isCertain: true,
    };
  }
  const foreign = isRooted ? undefined : correctedForeign(segments, reply.payload);
  if (foreign) return { path: printPath(foreign, false), isCertain: true };
  const from = isRooted ? undefined : namedPart(segments[0], reply);
  const answers =
    reply.isSeveral && !isRooted && Array.isArray(reply.payload) ? reply.payload : undefined;
  const found = from
    ? correctedSegments(segments, 1, from.value)
    : (answers ?? [reply.payload])
        .map((answer) => correctedSegments(segments, 0, answer))
        .find((one) => one !== undefined);
  if (found === undefined) return undefined;
  const nearest = printPath(found, isRooted);
  const isCertain = nearest.toLowerCase() === printPath(segments, isRooted).toLowerCase();
  return { path: nearest, ...(isCertain && { isCertain }) };
}

/**
 * Parts of a reply whose names are not similar to common keys of a response. `messages` and `cards` are left out, because
 * `message` and `card` are common keys.
 */
const partNames = [
  'prompt',
  'transcript',
  'latency',
  'buttons',
  'quickReplies',
  'attachments',
  'links',
];

function mistypedPart(first: PathSegment | undefined, reply: Reply): string | undefined {
  if (first?.kind !== 'key' || namedPart(first, reply)) return undefined;
  const { payload } = reply;
  if (hasKey(payload, first.key)) return undefined;
  const filled = partNames.filter((key) => {
    const value = partOfReply({ kind: 'key', key })?.value(reply);
    return !isNothing(value as Json);
  });
  return nearestKey(first.key, filled);
}

/** @returns the part of a reply with which a path begins; undefined if the path addresses the payload */
function namedPart(first: PathSegment | undefined, reply: Reply): { value: Json } | undefined {
  const part = partOfReply(first);
  if (part) return { value: part.value(reply) as Json };
  const isEvents = first?.kind === 'key' && first.key === 'events' && reply.events !== undefined;
  return isEvents ? { value: reply.events as unknown as Json } : undefined;
}

/**
 * Corrects a name that a part of the reply never has. If the payload has a field with the name of the part, the path may
 * address that field, so it is not corrected.
 */
function correctedForeign(segments: PathSegment[], payload: Json): PathSegment[] | undefined {
  const at = foreignKeyAt(segments);
  const [first] = segments;
  if (at < 0 || first?.kind !== 'key' || hasKey(payload, first.key)) return undefined;
  const segment = segments[at];
  const known = partOfReply(first)?.keys ?? [];
  const key = segment?.kind === 'key' ? (nearestKey(segment.key, known) ?? known[0]) : undefined;
  return key === undefined ? segments.slice(0, at) : segments.with(at, { kind: 'key', key });
}

const hasKey = (json: Json, key: string): boolean =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, key);

function correctedSegments(
  segments: PathSegment[],
  at: number,
  value: Json | undefined,
): PathSegment[] | undefined {
  const segment = segments[at];
  if (segment === undefined || typeof value !== 'object' || value === null) return undefined;
  if (segment.kind === 'anywhere') return undefined;
  if (segment.kind === 'every') {
    for (const below of Object.values(value).slice(0, lookedAtMax)) {
      const found = correctedSegments(segments, at + 1, below);
      if (found) return found;
    }
    return undefined;
  }
  if (segment.kind === 'index') {
    return Array.isArray(value)
      ? correctedSegments(segments, at + 1, value.at(segment.index))
      : undefined;
  }
  if (Array.isArray(value)) return undefined;
  if (Object.hasOwn(value, segment.key)) {
    return correctedSegments(segments, at + 1, value[segment.key]);
  }
  const key = nearestKey(segment.key, Object.keys(value).slice(0, lookedAtMax));
  return key === undefined ? undefined : segments.with(at, { kind: 'key', key });
}

/** @returns the known key that was probably meant; undefined if none is similar */
export function nearestKey(key: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const other of known) {
    const edits = editsBetween(key, other);
    if (edits >= fewest || !isNear(edits, key, other)) continue;
    nearest = other;
    fewest = edits;
  }
  return nearest;
}

/**
 * @returns true if a typo is plausible. Two edits can turn a short word into any other, so they must be fewer than half of the
 * letters.
 */
const isNear = (edits: number, a: string, b: string) =>
  edits === 0 || (edits <= 2 && edits < Math.max(a.length, b.length) / 2);

/**
 * @returns the number of edits between the keys, at most 3: letters added, removed, replaced, or swapped with a neighbor
 * (optimal string alignment). Case is ignored.
 */
export function editsBetween(left: string, right: string): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  if (Math.abs(a.length - b.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let fewest = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) fewest = Math.min(fewest, (beforeLast[column - 2] as number) + 1);
      current.push(fewest);
    }
    [beforeLast, last] = [last, current];
  }
  return Math.min(last[b.length] as number, 3);
}

function printPath(segments: PathSegment[], isRooted: boolean): string {
  let text = isRooted ? '$' : '';
  for (const segment of segments) {
    if (segment.kind === 'index') text += `[${segment.index}]`;
    else if (segment.kind === 'every') text += '[*]';
    else if (segment.kind === 'anywhere') text += '..';
    else if (!/^[\w-]+$/.test(segment.key)) text += `['${segment.key.replace(/['\\]/g, '\\$&')}']`;
    else text += text === '' || text.endsWith('..') ? segment.key : `.${segment.key}`;
  }
  return text;
}
