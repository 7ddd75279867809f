/** Inserts partial conversations where they are included. */
import type { ImportLoss } from '../import-report.ts';
import type { Convo, ConvoStep } from './read-convo.ts';

/**
 * Maximum number of steps and lines that includes can insert. Forty nested partials with two includes each would insert a
 * trillion.
 */
const includedMax = 100_000;

export interface Partial {
  file: string;
  steps: ConvoStep[];
  /** Number of steps and lines. */
  size: number;
}

export interface Inclusion {
  partials: Map<string, Partial>;
  includedLeft: number;
  losses: ImportLoss[];
}

export const inclusion = (losses: ImportLoss[]): Inclusion => ({
  partials: new Map(),
  includedLeft: includedMax,
  losses,
});

export function partialOf(file: string, { steps }: Convo): Partial {
  return { file, steps, size: steps.reduce((sum, { lines }) => sum + 1 + lines.length, 1) };
}

/** Replaces `#include NAME` and `INCLUDE NAME` with the partial conversation. Reports includes that cannot be replaced. */
export function includePartials(
  into: Inclusion,
  file: string,
  steps: ConvoStep[],
  within: string[] = [],
): ConvoStep[] {
  return steps.flatMap((step) => {
    const names = step.tag === 'include' ? [step.argument] : [];
    const lines = step.lines.filter(({ text }) => {
      const include = /^INCLUDE\s+(.+)$/s.exec(text);
      if (include) names.push((include[1] as string).trim());
      return !include;
    });
    const included = names.flatMap((name) => {
      const partial = into.partials.get(name);
      const reason = whyNotIncluded(into, partial, within.includes(name));
      if (partial && !reason) {
        into.includedLeft -= partial.size;
        return includePartials(into, partial.file, partial.steps, [...within, name]);
      }
      into.losses.push({ file, line: step.line, what: `include ${name}`, reason });
      return [];
    });
    const isEmptied = names.length > 0 && lines.length === 0;
    return isEmptied ? included : [...included, { ...step, lines }];
  });
}

/** @returns the reason why a partial cannot be included; empty if it can */
function whyNotIncluded(
  { includedLeft }: Inclusion,
  partial: Partial | undefined,
  isWithinItself: boolean,
): string {
  if (!partial) return 'There is no partial conversation with this name.';
  if (isWithinItself) return 'It includes itself.';
  if (partial.size <= includedLeft) return '';
  return `The included conversations have more than ${includedMax.toLocaleString('en-US')} lines.`;
}
