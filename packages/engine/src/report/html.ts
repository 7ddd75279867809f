/**
 * Reporter for people who receive a file: one page that opens from a disk, without a server, a network or scripts. Bots'
 * messages are escaped, so they never become markup.
 */
import {
  costOfRun,
  describeOrigin,
  describeSaid,
  escapeXml,
  type Failure,
  metricFigures,
  metricInWords,
  type Reply,
  runCostInWords,
  type StepResult,
  type TestResult,
  triesFiguresOf,
  triesInWords,
} from '@parley/suite';
import { htmlStyle } from './html-style.ts';
import { durationMs, type RecordedRun } from './recorded-run.ts';
import { remarkOfTest } from './remark-of-test.ts';
import type { CreateReporter } from './reporter.ts';
import { describeDoubts } from './weak-checks.ts';

export const createHtmlReporter: CreateReporter = ({ write }) => ({
  finish: (runs) => write(pageOf(runs)),
});

/** Policy that prevents loading, running and sending, even if a mistake let markup through. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function pageOf(runs: readonly RecordedRun[]): string {
  const title = runs.length === 1 ? (runs[0]?.name ?? '') : `${runs.length} test suites`;
  const doubts = describeDoubts(runs).map((doubt) => `<p class="doubt">${text(doubt)}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="content-security-policy" content="${policy}">
<title>${text(title)} – Parley</title>
<style>${htmlStyle}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
${doubts.join('\n')}
${runs.map(runOf).join('\n') || '<p>Nothing was tested: no test was selected.</p>'}
</main>
</body>
</html>
`;
}

function runOf(run: RecordedRun): string {
  const { result, name, environment } = run;
  const { status, counts, startedAt, failure } = result;
  const cost = costOfRun(result);
  const facts = [
    countsInWords(counts),
    ...(startedAt === undefined ? [] : [new Date(startedAt).toISOString()]),
    duration(durationMs(result)),
    ...(environment === undefined ? [] : [`environment ${environment}`]),
    ...(cost ? [`cost of models ${runCostInWords(cost)}`] : []),
    ...metricFigures(result.tests).map((metric) => `${metric.name} ${metricInWords(metric)}`),
  ];
  return `<section>
<h2>${mark(status)} ${text(name)}</h2>
<p class="facts">${facts.map(text).join(' · ')}</p>
${failure ? failureOf(failure) : ''}
${worstFirst(result.tests).map(testOf).join('\n')}
</section>`;
}

const order = ['failed', 'error', 'undecided', 'pending', 'running', 'passed', 'skipped'];

const worstFirst = (tests: readonly TestResult[]): TestResult[] =>
  tests.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));

function countsInWords(counts: RecordedRun['result']['counts']): string {
  const shown = ['passed', 'failed', 'error', 'undecided', 'skipped', 'pending'] as const;
  return shown
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ');
}

function testOf(test: TestResult): string {
  const isOpen = test.outcome !== 'passed' && test.outcome !== 'skipped';
  const tries = triesFiguresOf(test);
  const facts = [
    duration(durationMs(test)),
    ...(tries ? [triesInWords(tries)] : test.attempt > 1 ? [`attempt ${test.attempt}`] : []),
    ...(test.isQuarantined ? ['in quarantine'] : []),
  ];
  const hasOwn = test.failure && (test.tries || !test.steps.some(({ failure }) => failure));
  const remark = test.tries ? undefined : remarkOfTest(test);
  return `<details${isOpen ? ' open' : ''}>
<summary>${mark(test.outcome)} ${text(test.name)} <span class="facts">${facts.map(text).join(' · ')}</span></summary>
${hasOwn && test.failure ? failureOf(test.failure) : ''}
${test.tries ? `<p class="facts">Try ${test.shownTry ?? 1} of ${test.tries.length}:</p>` : ''}
<ol>${test.steps.map(stepOf).join('')}</ol>
${remark ? `<p class="facts">Also noticed: ${text(remark.message)}</p>` : ''}
</details>`;
}

function stepOf(step: StepResult): string {
  const origin = describeOrigin(step.origin);
  return `<li>
<p class="said">${mark(step.outcome)} ${text(describeSaid(step))}${origin ? ` <span class="facts">${text(origin)}</span>` : ''}</p>
${(step.reply ? repliesOf(step.reply) : []).map((reply) => `<p class="reply">${text(reply)}</p>`).join('')}
${step.expected ? `<p class="facts">Expected: ${text(step.expected)}</p>` : ''}
${step.failure ? failureOf(step.failure) : ''}
</li>`;
}

/** Paragraphs of a reply: one for each message, and one for its buttons. */
function repliesOf({ messages, buttons }: Reply): string[] {
  const titles = buttons.map(({ title }) => `[${title}]`).join(' ');
  return [...messages, titles].filter((words) => words !== '');
}

const failureOf = ({ message, hint, remark }: Failure): string =>
  `<div class="failure"><p>${text(message)}</p>${hint ? `<p>${text(hint)}</p>` : ''}${remark ? `<p>Also noticed: ${text(remark.message)}</p>` : ''}</div>`;

/** Outcome as a word, because some readers cannot rely on colors. */
const mark = (outcome: string): string => `<b class="${outcome}">${outcome}</b>`;

const text = (words: string): string => escapeXml(words);

const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
