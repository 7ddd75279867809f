/** Reporter for terminals: a line for each test, its failures below, and totals at the end. */
import { styleText } from 'node:util';
import {
  costOfRun,
  describeOrigin,
  describeSaid,
  evidenceNoun,
  type Failure,
  lostEvidenceInWords,
  metricFigures,
  metricInWords,
  type Remark,
  runCostInWords,
  type Standing,
  type StepResult,
  slowedInWords,
  type TestResult,
  triesFiguresOf,
  triesInWords,
} from '@parley/suite';
import { durationMs, evidencePaths, type RecordedRun } from './recorded-run.ts';
import { remarkOfTest } from './remark-of-test.ts';
import type { CreateReporter } from './reporter.ts';
import { describeDoubts, type WeakCheck, weakChecks } from './weak-checks.ts';

type Style = Parameters<typeof styleText>[0];

const signs: Record<Standing | 'quarantined', { sign: string; style: Style }> = {
  passed: { sign: '✓', style: 'green' },
  failed: { sign: '✗', style: 'red' },
  error: { sign: '!', style: 'yellow' },
  undecided: { sign: '?', style: 'yellow' },
  quarantined: { sign: '~', style: 'yellow' },
  skipped: { sign: '-', style: 'dim' },
  pending: { sign: '·', style: 'dim' },
  running: { sign: '·', style: 'dim' },
};

export const createListReporter: CreateReporter = ({ write, hasColors }) => {
  const paint = (style: Style, text: string) =>
    hasColors ? styleText(style, text, { validateStream: false }) : text;

  function testLines(run: RecordedRun, test: TestResult): string[] {
    const isExcused = test.isQuarantined && test.outcome !== 'passed';
    const { sign, style } = signs[isExcused ? 'quarantined' : test.outcome];
    const details = paint(
      'dim',
      `${duration(durationMs(test))}${triesOf(test) ?? attemptsOf(test)}${waitsOf(test)}`,
    );
    return [
      `${paint(style, sign)} ${paint('dim', `${run.name} ›`)} ${oneLine(test.name)} ${details}`,
      ...(test.failure && test.tries ? failureLines(test.failure) : []),
      ...(test.tries && test.steps.some(({ failure }) => failure)
        ? [paint('dim', `       Try ${test.shownTry}:`)]
        : []),
      ...test.steps.flatMap((step, index) => stepLines(run, step, index)),
      ...(test.failure && !test.tries && !test.steps.some(({ failure }) => failure)
        ? failureLines(test.failure)
        : []),
      ...noticedLines(test.tries ? undefined : remarkOfTest(test)),
      ...requestLines(test),
      ...evidenceLines(run, test),
    ];
  }

  /** Lines about failed clean-up requests, except one that is already the failure of the test. */
  const requestLines = ({ requests = [], failure: ofTest }: TestResult): string[] =>
    requests
      .flatMap(({ failure }) => (failure && failure.message !== ofTest?.message ? [failure] : []))
      .flatMap(failureLines);

  function stepLines(run: RecordedRun, step: StepResult, index: number): string[] {
    if (!step.failure) return [];
    return [
      `    ${paint('bold', `${index + 1}. ${oneLine(describeSaid(step))}`)}`,
      ...originLines(step),
      ...failureLines(step.failure),
      ...evidenceLines(run, step),
    ];
  }

  const originLines = ({ origin }: StepResult): string[] => {
    const written = describeOrigin(origin);
    return written === undefined ? [] : [paint('dim', `       ${written}`)];
  };

  const evidenceLines = (run: RecordedRun, of: StepResult | TestResult): string[] => [
    ...evidencePaths(run, of).map(({ kind, path }) =>
      paint('dim', `       ${evidenceNoun(kind)}: ${path}`),
    ),
    ...(of.lostEvidence ?? []).map((lost) => paint('dim', `       ${lostEvidenceInWords(lost)}`)),
  ];

  const failureLines = ({ message, hint, remark }: Failure): string[] => [
    `       ${oneLine(message)}`,
    ...(hint ? [paint('dim', `       ${oneLine(hint)}`)] : []),
    ...noticedLines(remark),
  ];

  const noticedLines = (remark: Remark | undefined): string[] =>
    remark ? [paint('dim', `       Also noticed: ${oneLine(remark.message)}`)] : [];

  return {
    event(run, event) {
      if (event.type === 'run.finished' && run.result.failure) {
        write(
          `${paint('yellow', '!')} ${run.name}\n${failureLines(run.result.failure).join('\n')}\n`,
        );
      }
      const hasTurned = event.type === 'step.revised' && event.outcome === 'failed';
      const hasEnded = event.type === 'test.finished' || event.type === 'test.judged';
      if (!hasEnded && !hasTurned) return;
      // The verdict of a repeated test is reported, not each of its tries.
      if ('try' in event) return;
      const test = run.result.tests[event.test];
      if (test) write(`${testLines(run, test).join('\n')}\n`);
    },

    finish(runs) {
      const counts = Object.entries(totals(runs)).filter(([, count]) => count > 0);
      const words = counts.map(([outcome, count]) =>
        paint(signs[outcome as keyof typeof signs].style, `${count} ${outcome}`),
      );
      for (const line of environmentLines(runs)) write(`\n${paint('dim', line)}`);
      write(`\n${words.join(', ') || 'Nothing was tested: no test was selected.'}\n`);
      for (const line of runs.flatMap((run) => costLine(run, runs)))
        write(`${paint('dim', line)}\n`);
      for (const line of runs.flatMap((run) => metricLines(run, runs)))
        write(`${paint('dim', line)}\n`);
      for (const line of runs.flatMap((run) => slowedLine(run, runs)))
        write(`${paint('dim', line)}\n`);
      const doubts = doubtsOf(runs);
      for (const line of doubts) write(`${paint('yellow', oneLine(line))}\n`);
    },
  };
};

/** Lines that name the environments. All runs of a command use the same one, but suites can ignore it. */
function environmentLines(runs: readonly RecordedRun[]): string[] {
  const names = runs.flatMap(({ environment }) => (environment === undefined ? [] : [environment]));
  return [...new Set(names)].map((name) => `Environment: ${name}`);
}

/** Line about the cost; empty for a run without prices. */
function costLine({ name, result }: RecordedRun, { length }: readonly RecordedRun[]): string[] {
  const cost = costOfRun(result);
  if (!cost) return [];
  const line = oneLine(`Cost of models: ${runCostInWords(cost)}`);
  return [length > 1 ? `${oneLine(name)} › ${line}` : line];
}

function metricLines({ name, result }: RecordedRun, { length }: readonly RecordedRun[]): string[] {
  return metricFigures(result.tests).map((metric) => {
    const line = oneLine(`Metric ${metric.name}: ${metricInWords(metric)}`);
    return length > 1 ? `${oneLine(name)} › ${line}` : line;
  });
}

/** Line about a slowed run. It names the run if there are several. */
function slowedLine({ name, result }: RecordedRun, { length }: readonly RecordedRun[]): string[] {
  if (!result.slowed) return [];
  const line = slowedInWords(result.slowed);
  return [length > 1 ? `${oneLine(name)} › ${line}` : line];
}

/** Lines about weaknesses of the result. */
function doubtsOf(runs: readonly RecordedRun[]): string[] {
  const places = runs.flatMap((run) => weakChecks(run).map((check) => inOneLine(run, check)));
  const more = places.length - placesMax;
  return [
    ...describeDoubts(runs),
    ...places.slice(0, placesMax).map((place) => `  ${place}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

const placesMax = 20;

const inOneLine = ({ name }: RecordedRun, { test, step, message }: WeakCheck) =>
  `${name} › ${test}${step === undefined ? '' : `, step ${step + 1}`}: ${message}`;

function totals(runs: readonly RecordedRun[]) {
  const sum: Record<Exclude<Standing, 'running'> | 'quarantined', number> = {
    passed: 0,
    failed: 0,
    error: 0,
    undecided: 0,
    quarantined: 0,
    skipped: 0,
    pending: 0,
  };
  for (const { result } of runs) {
    for (const outcome of Object.keys(sum) as (keyof typeof sum)[])
      sum[outcome] += result.counts[outcome] ?? 0;
  }
  return sum;
}

function triesOf(test: TestResult): string | undefined {
  const figures = triesFiguresOf(test);
  return figures && `, ${triesInWords(figures)}`;
}

const attemptsOf = ({ attempt }: TestResult) => (attempt > 1 ? `, attempt ${attempt}` : '');

/** Text about waits for a busy bot, which would otherwise make the test look slow. */
function waitsOf({ steps }: TestResult): string {
  const waitedMs = steps.reduce((sum, { reply }) => sum + (reply?.waitedMs ?? 0), 0);
  return waitedMs > 0 ? `, bot busy for ${duration(waitedMs)}` : '';
}

const duration = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Removes control characters, because a bot's text could move the cursor or forge lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
