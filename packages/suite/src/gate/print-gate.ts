/** Prints the result of a gate as Markdown, which pull requests render and which stays legible in terminals. */

import { rateInWords } from '../repeat/tally.ts';
import { intervalInWords } from '../repeat/tries-figures.ts';
import { points } from './gate-rules.ts';
import type { GateResult, RuleResult } from './judge-gate.ts';
import type { GateVerdict, RateFigures } from './judge-rate.ts';
import type { JudgedReplies } from './judged-by.ts';

const titles: Record<GateVerdict, string> = {
  passed: '✅ The gate passed',
  blocked: '❌ The gate is blocked',
  undecided: '❔ The gate is undecided',
};

const marks: Record<GateVerdict, string> = {
  passed: '✅ shown',
  blocked: '❌ broken',
  undecided: '❔ undecided',
};

/** Maximum number of tests to list, so that a comment on a pull request stays readable. */
const testsShown = 30;

export function gateAsMarkdown(result: GateResult): string {
  const { verdict, rules, must } = result;
  const notes = [...result.doubts, ...result.remarks];
  const rows = [
    ...rules.map((rule) => ruleRow(rule)),
    ...must.map(({ test, verdict: own, why }) => [
      `must: ${cell(test)}`,
      marks[own],
      '',
      '',
      cell(why),
    ]),
  ];
  return [
    `## ${titles[verdict]}`,
    '',
    ...(rows.length > 0
      ? [
          '| rule | verdict | baseline | candidate | what the tries show |',
          '| --- | --- | --- | --- | --- |',
          ...rows.map((row) => `| ${row.join(' | ')} |`),
        ]
      : ['No rule says anything about these tests.']),
    '',
    ...passKTable(rules),
    ...judgedLines(result),
    ...notes.map((note) => `- ${cell(note)}`),
    ...(notes.length > 0 ? [''] : []),
    ...testsTable(result),
  ].join('\n');
}

function ruleRow({ rule, verdict, why, baseline, candidate, difference, harm, kept }: RuleResult) {
  const found = difference === undefined ? [] : [`Difference ${signed(difference)}`];
  const p = kept === null ? [] : [`p ${short(kept)} for the rule, p ${short(harm ?? 1)} for harm`];
  return [
    rule,
    marks[verdict],
    baseline ? rateCell(baseline) : '',
    rateCell(candidate),
    [cell(why), [...found, ...p].join('; ')].filter(Boolean).join(' '),
  ];
}

/** Prints pass^k, which customers experience who need the agent to be right several times in a row. */
function passKTable(rules: readonly RuleResult[]): string[] {
  const rule = rules.find((one) => one.rule.startsWith('pass rate') && one.candidate.passK);
  const { candidate, baseline } = rule ?? {};
  const ks = candidate?.passK ?? [];
  if (ks.length < 2) return [];
  const row = (name: string, figures: RateFigures | undefined) =>
    figures?.passK
      ? [`| ${name} | ${ks.map((_, at) => percent(figures.passK?.[at])).join(' | ')} |`]
      : [];
  return [
    `| all of k tries pass | ${ks.map((_, at) => `k = ${at + 1}`).join(' | ')} |`,
    `| --- | ${ks.map(() => '---').join(' | ')} |`,
    ...row('baseline', baseline),
    ...row('candidate', candidate),
    '',
  ];
}

/** Prints the shares according to the judge, and the corrected ones if its errors are known. */
function judgedLines({ judged }: GateResult): string[] {
  if (!judged) return [];
  const line = (name: string, { replies, fulfilled, corrected }: JudgedReplies) =>
    `- ${name}: ${fulfilled} of ${replies} fulfilled, ${
      corrected
        ? `corrected ${rateInWords(corrected.rate, 1)} (${intervalInWords(corrected.interval)})`
        : 'not corrected, since too little is known of the errors of the judge'
    }`;
  return [
    'Replies by a judge:',
    '',
    ...(judged.baseline ? [line('baseline', judged.baseline)] : []),
    line('candidate', judged.candidate),
    '',
  ];
}

const percent = (share: number | undefined) => (share === undefined ? '' : rateInWords(share, 1));

/** @returns for example "91.2% of 250 (87 to 95%)" */
function rateCell({ rate, tries, missing, interval }: RateFigures): string {
  if (rate === null) return 'nothing';
  const range = interval ? ` (${intervalInWords(interval)})` : '';
  const apart = missing > 0 ? `, ${missing} missing` : '';
  return `${rateInWords(rate, 1)} of ${tries}${range}${apart}`;
}

const signed = (share: number): string =>
  `${share > 0 ? '+' : share < 0 ? '−' : '±'}${points(Math.abs(share))}`;

const short = (p: number): string => (p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`);

/** Escapes text from bots and suites, which must not become markup or end a row. */
const cell = (text: string): string =>
  text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    // A zero-width space, because entities alone prevent neither mentions of people nor links.
    .replace(/[@#]|:\/\/|www\./gi, (mark) => `${mark}\u200b`)
    .replace(/[\\`*_[\]<>|~#!@]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .trim();

function testsTable({ tests, apart }: GateResult): string[] {
  const changed = tests.filter(({ change }) => change !== 'still passes');
  const counts = (['still passes', 'fixed', 'broken', 'still fails', 'undecided'] as const)
    .map((change) => [tests.filter((test) => test.change === change).length, change] as const)
    .filter(([count]) => count > 0)
    .map(([count, change]) => `${count} ${change}`);
  const order = ['broken', 'undecided', 'still fails', 'fixed', 'still passes'];
  const rows = changed
    .toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change))
    .slice(0, testsShown)
    .map(({ test, change, baseline, candidate }) => [
      cell(test),
      change,
      `${baseline.passed} of ${baseline.tries}`,
      `${candidate.passed} of ${candidate.tries}`,
    ]);
  const apartLines = (
    [
      ['New tests, without a baseline', apart.added],
      ['Gone, skipped or in quarantine', apart.gone],
      ['Edited since the baseline', apart.edited],
      ['In quarantine, so they don’t count', apart.quarantined ?? []],
    ] as const
  )
    .filter(([, names]) => names.length > 0)
    .map(([title, names]) => `- ${title}: ${names.slice(0, testsShown).map(cell).join(', ')}`);
  return [
    ...(counts.length > 0
      ? [`Tests by what most of their tries show: ${counts.join(', ')}.`, '']
      : []),
    ...(rows.length > 0
      ? [
          '| test | change | baseline | candidate |',
          '| --- | --- | --- | --- |',
          ...rows.map((row) => `| ${row.join(' | ')} |`),
          '',
        ]
      : []),
    ...(changed.length > testsShown ? [`And ${changed.length - testsShown} more.`, ''] : []),
    ...apartLines,
    ...(apartLines.length > 0 ? [''] : []),
  ];
}
