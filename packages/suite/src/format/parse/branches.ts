/** Parses the branches `goto` and `exit`, and finds their targets. */
import { parseInput } from '../model/inputs.ts';
import type { Branch, Test } from '../model/suite.ts';
import { type KeyValue, type Reader, saysSo, textOf } from './values.ts';

/** Target of a `goto` that ends the test. A label or message with exactly this text cannot be a target. */
export const exitTarget = '$EXIT';

/** Splits `value goto target` at the last ` goto `. */
export function splitAtGoto(text: string): { value: string; to: Branch['to'] } | undefined {
  // Trim first: the pattern would backtrack over each space at the end.
  const found = /^([\s\S]*)\sgoto\s+(\S[\s\S]*)$/.exec(text.trimEnd());
  return found ? { value: found[1] as string, to: toOf(found[2] as string) } : undefined;
}

/** Parses `goto target` or `exit` without a condition. */
export function branchAlone(text: string): Branch['to'] | undefined {
  if (text === 'exit') return { kind: 'exit' };
  const found = /^goto\s+(\S[\s\S]*)$/.exec(text);
  return found ? toOf(found[1] as string) : undefined;
}

/** @returns the branch in `goto: target` or `exit: true` among the keys of an item */
export function branchAmong(reading: Reader, pairs: KeyValue[]): Branch['to'] | undefined {
  for (const { key, value, range } of pairs) {
    if (key === 'exit') {
      if (!saysSo(reading, value)) {
        const hint = 'Leave it out where the conversation continues.';
        reading.problems.error(range, '"exit" must be true.', hint);
      }
      return { kind: 'exit' };
    }
    if (key === 'goto') return { kind: 'goto', target: textOf(reading, value)?.trim() ?? '' };
  }
  return undefined;
}

function toOf(target: string): Branch['to'] {
  const trimmed = target.trim();
  return trimmed === exitTarget ? { kind: 'exit' } : { kind: 'goto', target: trimmed };
}

/** @returns the index of the interaction that a `goto` refers to; labels take precedence over inputs */
export function branchTarget(test: Pick<Test, 'interactions'>, target: string): number | undefined {
  return branchTargets(test)(target);
}

/** Creates a function like `branchTarget` for many targets of the same test. */
export function branchTargets({
  interactions,
}: Pick<Test, 'interactions'>): (target: string) => number | undefined {
  const labelled = new Map<string | undefined, number>();
  const said = new Map<string, number>();
  // Go from last to first, so that the first of several equal ones counts.
  for (const [index, { label, input }] of [...interactions.entries()].reverse()) {
    labelled.set(label, index);
    said.set(JSON.stringify(input), index);
  }
  return (target) => labelled.get(target) ?? said.get(JSON.stringify(parseInput(target)));
}
