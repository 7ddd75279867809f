/** Converts a gate to the values to print in a suite, in one fixed style. */
import type { GateSettings, Metric, RateRule } from '../format/model/gate.ts';
import type { Json } from '../format/model/json.ts';
import { metricInWords } from './gate-rules.ts';
import { shareOf } from './read-gate.ts';

export function gateEntry(gate: GateSettings): { [key: string]: Json } {
  const { baseline, maxAgeMs, question, leavesOutChangedTests, trustsJudges, rules } = gate;
  return {
    ...(baseline !== undefined && { baseline }),
    ...(maxAgeMs !== undefined && { maxAge: durationText(maxAgeMs) }),
    ...(question !== undefined && { question }),
    ...(leavesOutChangedTests !== undefined && {
      changedTests: leavesOutChangedTests ? 'leave out' : 'undecided',
    }),
    ...(trustsJudges !== undefined && { judges: trustsJudges ? 'trust' : 'undecided' }),
    ...(rules && { rules: [...(rules.must ? ['must'] : []), ...rateEntries(rules.rates)] }),
  };
}

/** Merges consecutive rules on the same metric into one entry, unless they set the same kind of limit. */
function rateEntries(rates: readonly RateRule[]): Json[] {
  const entries: { name: string; asked: { [key: string]: Json } }[] = [];
  for (const { of, atLeast, noWorseBy } of rates) {
    const name = metricName(of);
    const [key, share] =
      atLeast === undefined ? ['noWorseBy', noWorseBy ?? 0] : (['atLeast', atLeast] as const);
    const last = entries.at(-1);
    if (last?.name === name && !(key in last.asked)) last.asked[key] = shareText(share);
    else entries.push({ name, asked: { [key]: shareText(share) } });
  }
  return entries.map(({ name, asked }) => ({ [name]: asked }));
}

const metricName = (of: Metric): string =>
  of.kind === 'replies in time' ? `replies within ${durationText(of.withinMs)}` : metricInWords(of);

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** @returns the duration in the largest unit that divides it, for example "7d" */
function durationText(ms: number): string {
  const [unit, of] = units.find((one) => ms % one[1] === 0) ?? ['ms', 1];
  return `${ms / of}${unit}`;
}

/** Prints a share, as a percentage if that is exact: "5%". */
function shareText(share: number): string {
  const percent = `${Number((share * 100).toPrecision(12))}%`;
  if (shareOf(percent) === share) return percent;
  const text = String(share);
  // Print all digits of a small share, because the parser rejects exponents.
  return text.includes('e') ? share.toFixed(30).replace(/0+$/, '') : text;
}
