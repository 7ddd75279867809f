/**
 * Measures evaluations of `contains` per second on one core, on replies of 100 characters, including the complete verdict.
 * Based on CPU time rather than elapsed time, so that other load does not change the result.
 *
 *   npm run bench -- match
 */
import {
  type Assertion,
  type MatchSettings,
  matchAssertion,
  matchSettings,
  type Reply,
} from '@parley/suite';
import { median } from './lib/median.ts';

const goal = 1_000_000;
const measuredMs = 1_000;
const rounds = 5;

const words =
  'your account balance transfer please booking flight tomorrow morning agent menu option card payment'.split(
    ' ',
  );

/** Replies that all differ, so that no result can be cached. */
const replies = Array.from({ length: 1_000 }, (_, index) => {
  let text = `Reply${index}:`;
  for (let next = index; text.length < 100; next = (next * 7 + 3) % 9973) {
    text += ` ${words[next % words.length]}`;
  }
  return reply(`${text.slice(0, 90)} thank you.`);
});

const usual = matchSettings({});
const lenient = matchSettings({ lenient: true });

interface Row {
  name: string;
  assertion: Assertion;
  settings: MatchSettings;
  passes: boolean;
  /** True for a row that is shown but does not count, because it does more than search for a text. */
  isAside: boolean;
}

const rows: Row[] = [
  row('one text', contains(['thank YOU'])),
  row('one text, at the start', contains(['reply'])),
  row('wildcards', contains(['reply*thank*you'])),
  row('three alternatives', contains(['goodbye', 'sorry', 'thank you'])),
  row('turned round', { ...contains(['sorry']), negated: true }),
  row('lenient', contains(['thank you']), { settings: lenient, isAside: true }),
  row('failed, with its explanation', contains(['good morning']), { passes: false, isAside: true }),
];

console.log('contains on 100 characters      evaluations per CPU-second');
const results = rows.map((row) => {
  const perSecond = median(Array.from({ length: rounds }, () => measure(row)));
  console.log(
    `${row.name.padEnd(32)}${Math.round(perSecond).toLocaleString('en-US').padStart(26)}`,
  );
  return { ...row, perSecond };
});

/** The slowest of the counted cases, not the mean. */
const ours = Math.round(
  Math.min(...results.filter(({ isAside }) => !isAside).map(({ perSecond }) => perSecond)),
);
const ok = ours >= goal;
console.log(JSON.stringify({ bench: 'match', unit: 'evaluations/s', ours, goal, ok }));
process.exit(ok ? 0 : 1);

function row(name: string, assertion: Assertion, more: Partial<Row> = {}): Row {
  return { name, assertion, settings: usual, passes: true, isAside: false, ...more };
}

function measure({ assertion, settings, passes }: Row): number {
  let evaluations = 0;
  let passed = 0;
  const start = process.cpuUsage();
  const until = performance.now() + measuredMs / rounds;
  while (performance.now() < until) {
    for (const one of replies) passed += Number(matchAssertion(assertion, one, settings).passed);
    evaluations += replies.length;
  }
  const { user, system } = process.cpuUsage(start);
  if (passed !== (passes ? evaluations : 0))
    throw new Error('The verdicts are not what they should be.');
  return evaluations / ((user + system) / 1_000_000);
}

function contains(expected: string[]): Assertion {
  return { property: 'prompt', operator: 'contains', expected, negated: false };
}

function reply(text: string): Reply {
  return { text, messages: [text], buttons: [], attachments: [], latencyMs: 1, payload: { text } };
}
