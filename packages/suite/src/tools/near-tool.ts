/** Finds the called tool that a mistyped name most likely meant. */
import type { Assertion } from '../format/model/suite.ts';
import type { Verdict } from '../match/matcher.ts';
import { editsBetween } from '../match/nearest-path.ts';

/**
 * @returns the called tool whose name differs only in case, separators, a plural, or one letter of a long word; undefined if
 * there is none. `get_order` and `set_order` are different tools.
 */
export function nearTool(tool: string, called: Iterable<string>): string | undefined {
  for (const other of called) if (isNear(wordsIn(tool), wordsIn(other))) return other;
  return undefined;
}

const wordsIn = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function isNear(a: string[], b: string[]): boolean {
  if (a.join('') === b.join('')) return true;
  if (a.length !== b.length) return false;
  const differing = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at] ?? ''] as const]));
  const [pair] = differing;
  if (!pair || differing.length > 1) return false;
  const [one, other] = pair;
  if (`${one}s` === other || one === `${other}s`) return true;
  const isLong = Math.min(one.length, other.length) >= longWordLength;
  return isLong && !/\p{N}/u.test(one + other) && editsBetween(one, other) === 1;
}

/** Minimum length of a word in which a different letter counts as a typo. In shorter words it makes another word. */
const longWordLength = 5;

/** @returns the tool that an assertion forbids or limits, so that it passes if the tool is not called, as with `never` */
export function unwantedTool({ tools }: Assertion): string | undefined {
  if (tools?.kind !== 'call' || tools.times === undefined) return undefined;
  const { min, max } = tools.times;
  return min === 0 && max !== undefined ? tools.tool : undefined;
}

/**
 * Marks a passed check that a tool is not called as vacuous, if no turn of the run called the tool, but one called a tool with
 * a similar name.
 */
export function settleUnwanted(verdict: Verdict, called: ReadonlySet<string>): Verdict {
  const tool = verdict.passed ? unwantedTool(verdict.assertion) : undefined;
  if (tool === undefined || called.has(tool)) return verdict;
  const near = nearTool(tool, called);
  if (near === undefined) return verdict;
  const vacuous = `No turn of this run called ${tool}, and ${near} was called. Did you mean ${near}?`;
  return { ...verdict, vacuous };
}
