/**
 * Interprets YAML nodes of a suite. Scalars arrive as written (failsafe schema) and become texts, numbers, booleans or null
 * here. Aliases are followed, up to a limit.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { PatternBudget } from '../../match/matcher.ts';
import { patternBudget } from '../../match/pattern.ts';
import type { RepeatRule } from '../model/repeat.ts';
import { switchOf } from '../model/step-settings.ts';
import type { Json } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import type { YamlText } from './read-yaml.ts';

/** Maximum number of nodes to read, counted again for each alias. It is far above any suite and far below an alias bomb. */
const readsMax = 300_000;
const depthMax = 100;

export interface Reader extends YamlText {
  /** Number of nodes that can still be read. */
  readsLeft: number;
  patterns: PatternBudget;
  /** True if the configuration has `syntax: 2`. */
  isStrict: boolean;
  /** True if the configuration has prices. */
  hasPrices: boolean;
  /** `repeat` of the configuration, for tests that do not set their own. */
  repeat: Partial<RepeatRule>;
}

export function reader(yaml: YamlText): Reader {
  return {
    ...yaml,
    readsLeft: readsMax,
    patterns: patternBudget(),
    isStrict: false,
    hasPrices: false,
    repeat: {},
  };
}

export function rangeOf(node: unknown, fallback: TextRange = [0, 0]): TextRange {
  const range = (node as Node | null)?.range;
  return range ? [range[0], range[1]] : fallback;
}

/**
 * @returns the node, or the target of an alias; null for an empty node; undefined if the target is unknown or the limit of
 * reads is reached
 */
export function follow(reading: Reader, node: unknown): Node | null | undefined {
  if (reading.readsLeft <= 0) return undefined;
  reading.readsLeft -= 1;
  if (reading.readsLeft === 0) {
    reading.problems.error(
      rangeOf(node),
      'The suite is too large: its aliases (*name) repeat too much.',
      'Use fewer aliases.',
    );
    return undefined;
  }
  if (!isAlias(node)) return isNothing(node) ? null : (node as Node);
  const target = reading.targets.get(node);
  return target && !isAlias(target) ? target : undefined;
}

function isNothing(node: unknown): boolean {
  return node === null || node === undefined || (isPlain(node) && !(node as Scalar).value);
}

/** @returns the text of a scalar as written, without quotes; '' for an empty node; undefined for anything else */
export function textOf(reading: Reader, node: unknown): string | undefined {
  const target = follow(reading, node);
  if (target === null) return '';
  const template = bareTemplate(reading, target);
  if (template !== undefined) return template;
  return isScalar(target) ? String(target.value ?? '') : undefined;
}

/** @returns the text of a `{{name}}` without quotes, which YAML reads as nested mappings; undefined for anything else */
export function bareTemplate(reading: YamlText, node: Node | undefined): string | undefined {
  if (!isMap(node) || !node.flow || !node.range) return undefined;
  const source = reading.text.slice(node.range[0], node.range[1]);
  return /^\{\{[^{}\n]*\}\}$/.test(source) ? source : undefined;
}

/** Reads a list of texts, or a single text. @returns undefined if the list or a text is empty, or an item is not a text */
export function textsOf(reading: Reader, value: unknown): string[] | undefined {
  const node = follow(reading, value);
  const items = isSeq(node) ? node.items : [node];
  const found = items.map((item) => textOf(reading, item));
  return found.length > 0 && found.every(Boolean) ? (found as string[]) : undefined;
}

export function isPlain(node: unknown): boolean {
  return isScalar(node) && node.type === 'PLAIN';
}

/** Interprets a word without quotes. Numbers count only in their usual spelling, so `007` stays text. */
export function plainValue(text: string): string | number | boolean | null {
  if (text === '' || text === '~' || /^(null|Null|NULL)$/.test(text)) return null;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^-?\d/.test(text) && String(Number(text)) === text) return Number(text);
  return text;
}

/** Converts any value to JSON. */
export function jsonOf(reading: Reader, node: unknown, depth = 0): Json {
  const target = follow(reading, node);
  if (target === undefined || target === null) return null;
  if (depth > depthMax) {
    reading.problems.error(rangeOf(node), 'This value is nested too deeply.');
    return null;
  }
  const template = bareTemplate(reading, target);
  if (template !== undefined) return template;
  if (isScalar(target)) {
    const text = String(target.value ?? '');
    return isPlain(target) ? plainValue(text) : text;
  }
  if (isSeq(target)) return target.items.map((item) => jsonOf(reading, item, depth + 1));
  if (!isMap(target)) return null;
  const object: { [key: string]: Json } = {};
  for (const { key, value } of fieldsOf(reading, target)) {
    object[key] = jsonOf(reading, value, depth + 1);
  }
  return object;
}

/** Reads a boolean such as `exit: true`, where an empty value means true. @returns undefined for other values */
export function saysSo(reading: Reader, value: unknown): boolean | undefined {
  const node = follow(reading, value);
  return node === null ? true : switchOf(jsonOf(reading, node));
}

export interface KeyValue {
  key: string;
  keyNode: Node;
  value: unknown;
  pair: Pair;
  range: TextRange;
}

/** @returns the pairs of a mapping with text keys. Reports and leaves out other keys and repeated ones. */
export function pairsOf(reading: Reader, map: YAMLMap): KeyValue[] {
  const seen = new Set<string>();
  const pairs: KeyValue[] = [];
  for (const pair of map.items) {
    const keyNode = pair.key as Node;
    const key = textOf(reading, keyNode);
    const range = rangeOf(keyNode, rangeOf(map));
    if (key === undefined) {
      reading.problems.error(range, 'The key before the colon must be text.');
    } else if (seen.has(key)) {
      reading.problems.error(range, `"${key}" appears here twice.`, 'Remove one of them.');
    } else {
      seen.add(key);
      const end = rangeOf(pair.value, range)[1];
      pairs.push({
        key,
        keyNode,
        value: pair.value,
        pair,
        range: [range[0], Math.max(end, range[1])],
      });
    }
  }
  return pairs;
}

/**
 * @returns the pairs whose keys can be keys of an object. Refuses `__proto__`, which sets the prototype instead of a property.
 */
export function fieldsOf(reading: Reader, map: YAMLMap): KeyValue[] {
  return pairsOf(reading, map).filter(({ key, range }) => mayBeField(reading, key, range));
}

export function mayBeField(reading: Reader, key: string, range: TextRange): boolean {
  if (key !== '__proto__') return true;
  reading.problems.error(range, '"__proto__" cannot be used as a key.', 'Rename the key.');
  return false;
}

/** @returns the mapping with each value read by `read`; undefined if it is not a mapping or a value is invalid */
export function recordOf<T>(
  reading: Reader,
  node: unknown,
  read: (reading: Reader, value: unknown) => T | undefined,
): Record<string, T> | undefined {
  const map = follow(reading, node);
  if (!isMap(map)) return undefined;
  const record: Record<string, T> = {};
  for (const { key, value } of fieldsOf(reading, map)) {
    const found = read(reading, value);
    if (found === undefined) return undefined;
    record[key] = found;
  }
  return record;
}
