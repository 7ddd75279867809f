/**
 * Reporter for CI servers, in JUnit XML: a suite for each run, a case for each test. Runs of one suite with several data rows
 * form one suite, whose cases name their rows. Earlier attempts are kept in the elements that Maven's Surefire introduced:
 * `flakyFailure` if the test passed in the end, otherwise `rerunFailure`.
 */
import {
  describeSaid,
  escapeXml,
  type Failure,
  isBad,
  lostEvidenceInWords,
  type RunCounts,
  type RunResult,
  type Standing,
  spellOutcome,
  type TestResult,
  triesFiguresOf,
  triesInWords,
} from '@parley/suite';
import { durationMs, evidencePaths, type RecordedRun } from './recorded-run.ts';
import { remarkOfTest } from './remark-of-test.ts';
import type { CreateReporter } from './reporter.ts';
import { stepInWords } from './step-in-words.ts';
import { weakChecks } from './weak-checks.ts';

export const createJunitReporter: CreateReporter = ({ write }) => ({
  finish: (runs) => write(renderJunit(runs)),
});

export function renderJunit(runs: readonly RecordedRun[]): string {
  const suites = [...Map.groupBy(runs, suiteName)].map(([name, ofSuite]) =>
    countSuite(name, ofSuite),
  );
  return documentOf(suites);
}

/** Figures of a suite, and its element. */
interface CountedSuite {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  seconds: number;
  element: string;
}

/** Writes the document. Its root has the totals, which some CI servers show without reading the suites. */
function documentOf(suites: CountedSuite[]): string {
  const sum = (figure: (suite: CountedSuite) => number) =>
    suites.reduce((total, suite) => total + figure(suite), 0);
  const totals = attributesOf({
    tests: sum(({ tests }) => tests),
    failures: sum(({ failures }) => failures),
    errors: sum(({ errors }) => errors),
    skipped: sum(({ skipped }) => skipped),
    time: sum((suite) => suite.seconds).toFixed(3),
  });
  const elements = suites.map(({ element }) => element).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${totals}>\n${elements}</testsuites>\n`;
}

const suiteName = ({ name, row }: RecordedRun): string => row?.suite ?? name;

/** Adds the data row to the name of a case, because CI servers keep only one of several cases with the same name. */
const caseName = (name: string, { row }: RecordedRun): string =>
  row ? `${name} [${row.name}]` : name;

function countSuite(name: string, runs: RecordedRun[]): CountedSuite {
  const sum = (count: (counts: RunCounts) => number | undefined) =>
    runs.reduce((all, { result }) => all + (count(result.counts) ?? 0), 0);
  const broken = runs.flatMap((run) => {
    const failure = run.result.failure ?? failureOfPart('The run', run.result.status);
    return failure ? [caseOfWhole(caseName('The run', run), name, failure)] : [];
  });
  const span = spanOf(runs);
  const figures = {
    tests: sum(({ total }) => total) + broken.length,
    failures: sum(({ failed, undecided }) => failed + undecided),
    errors: sum(({ error }) => error) + broken.length,
    skipped: sum(({ skipped, pending, quarantined = 0 }) => skipped + pending + quarantined),
  };
  const attributes = attributesOf({
    name,
    ...figures,
    time: seconds(durationMs(span)),
    ...(span.startedAt !== undefined && { timestamp: new Date(span.startedAt).toISOString() }),
  });
  const cases = runs.flatMap((run) => run.result.tests.map((test) => caseElement(run, test)));
  const inside = [doubtsElement(sum), ...cases, ...broken].join('');
  const element = `  <testsuite${attributes}>\n${inside}  </testsuite>\n`;
  return { ...figures, seconds: durationMs(span) / 1000, element };
}

/** Time from the first start to the last end. There is no end while a run is active. */
function spanOf(runs: RecordedRun[]): { startedAt?: number; finishedAt?: number } {
  const starts = runs.flatMap(({ result }) => result.startedAt ?? []);
  const ends = runs.flatMap(({ result }) => result.finishedAt ?? []);
  return {
    ...(starts.length > 0 && { startedAt: Math.min(...starts) }),
    ...(ends.length === runs.length && { finishedAt: Math.max(...ends) }),
  };
}

/** Properties about weaknesses of the result; empty if there are none. */
function doubtsElement(sum: (count: (counts: RunCounts) => number | undefined) => number): string {
  const properties = (['vacuous', 'unasserted', 'leftOutByOnly'] as const).flatMap((name) => {
    const count = sum((counts) => counts[name]);
    return count ? [`      <property${attributesOf({ name, value: count })}/>\n`] : [];
  });
  return properties.length > 0 ? `    <properties>\n${properties.join('')}    </properties>\n` : '';
}

type Told = Pick<Failure, 'code' | 'message' | 'hint' | 'remark'>;

type Status = RunResult['status'];

const endings: Partial<Record<Status, string>> = {
  queued: 'has not started yet',
  running: 'has not ended yet',
  cancelled: 'was cancelled before it ended',
  interrupted: 'was interrupted before it ended',
};

/** The failure of an incomplete run, because all results so far may have passed. */
function failureOfPart(whole: string, status: Status): Told | undefined {
  const ending = endings[status];
  return ending === undefined ? undefined : { code: status, message: `${whole} ${ending}.` };
}

/** A case for the run as a whole. CI servers only look at cases, so a broken run would otherwise count as passed. */
function caseOfWhole(name: string, classname: string, failure: Told): string {
  const attributes = attributesOf({ name, classname, time: seconds(0) });
  const said = attributesOf({ message: failure.message, type: failure.code });
  return `    <testcase${attributes}>\n      <error${said}>${escapeXml(inWords(failure))}</error>\n    </testcase>\n`;
}

function caseElement(run: RecordedRun, test: TestResult): string {
  const retried = test.outcome === 'passed' ? 'flakyFailure' : 'rerunFailure';
  const children = [
    outcomeElement(test),
    ...(test.earlierAttempts ?? []).map((attempt) => failureElement(retried, attempt)),
    ...failedTries(test).map((tried) => failureElement(retried, tried)),
    `      <system-out>${escapeXml([...triesLines(test), transcript(test), ...doubts(run, test), ...lost(test), ...attachments(run, test)].join('\n'))}</system-out>\n`,
  ];
  const attributes = attributesOf({
    name: caseName(test.name, run),
    classname: suiteName(run),
    time: seconds(durationMs(test)),
  });
  return `    <testcase${attributes}>\n${children.join('')}    </testcase>\n`;
}

/** Tries that did not pass, except the one that the case itself shows. */
const failedTries = ({ tries = [], outcome, shownTry }: TestResult): TestResult[] =>
  tries.filter(
    (tried, at) => isBad(tried.outcome) && (outcome === 'passed' || at + 1 !== shownTry),
  );

/** Lines about a repeated test: its figures, the outcome of each try, and the number of the try that is shown. */
function triesLines(test: TestResult): string[] {
  const figures = triesFiguresOf(test);
  if (!figures) return [];
  const outcomes = (test.tries ?? []).map(
    ({ outcome }, at) => `${at + 1} ${spellOutcome(outcome)}`,
  );
  return [
    `${triesInWords(figures)}.`,
    `Tries: ${outcomes.join(', ')}.`,
    ...(test.shownTry === undefined ? [] : [`Try ${test.shownTry}:`]),
  ];
}

function outcomeElement(test: TestResult): string {
  // A quarantined test does not fail the run, so it must not fail a CI server, either.
  if (test.isQuarantined && test.outcome !== 'passed')
    return '      <skipped message="In quarantine"/>\n';
  const element = elements[test.outcome];
  if (element === null) return '';
  if (element !== 'skipped') return failureElement(element, test);
  return test.isLeftOutByOnly
    ? '      <skipped message="Left out because another test is marked only"/>\n'
    : '      <skipped/>\n';
}

/** Elements by outcome. JUnit has no undecided verdict, and an undecided result must not look like a pass. */
const elements: Record<Standing, 'failure' | 'error' | 'skipped' | null> = {
  passed: null,
  failed: 'failure',
  undecided: 'failure',
  error: 'error',
  skipped: 'skipped',
  pending: 'skipped',
  running: 'skipped',
};

function failureElement(element: string, test: TestResult): string {
  const failures = test.steps.flatMap((step, index) =>
    step.failure ? [{ where: stepInWords(index, step), failure: step.failure }] : [],
  );
  const first = test.failure ?? failures[0]?.failure;
  const attributes = attributesOf({
    message: first?.message ?? '',
    type: first?.code ?? spellOutcome(test.outcome),
  });
  const lines = failures.map(({ where, failure }) => `${where}: ${inWords(failure)}`);
  const noticed = remarkOfTest(test);
  if (noticed) lines.push(`Also noticed: ${noticed.message}`);
  const text = lines.length > 0 || !first ? lines.join('\n') : inWords(first);
  return `      <${element}${attributes}>${escapeXml(text)}</${element}>\n`;
}

const inWords = ({ message, hint, remark }: Told) =>
  [message, hint, remark && `Also noticed: ${remark.message}`].filter(Boolean).join(' ');

function transcript(test: TestResult): string {
  const turns = test.steps
    .filter(({ startedAt }) => startedAt !== undefined)
    .map((step) => `> ${describeSaid(step)}\n< ${step.reply?.text ?? ''}`);
  return withoutAttachments(turns.join('\n'));
}

function doubts(run: RecordedRun, { name }: TestResult): string[] {
  return weakChecks(run)
    .filter(({ test }) => test === name)
    .map(({ message }) => withoutAttachments(`! ${message}`));
}

/** Breaks attachment markers in a bot's text, so that a bot cannot attach files. */
const withoutAttachments = (text: string) => text.replace(/\[(?=\[ATTACHMENT\|)/gi, '[ ');

const lost = (test: TestResult): string[] =>
  [...test.steps, test].flatMap(({ lostEvidence = [] }) => lostEvidence.map(lostEvidenceInWords));

/** Attachment markers in the format that Jenkins and GitLab recognize. */
function attachments(run: RecordedRun, test: TestResult): string[] {
  const paths = [...test.steps, test].flatMap((of) => evidencePaths(run, of));
  return paths.map(({ path }) => `[[ATTACHMENT|${path}]]`);
}

/** Results of a load test's thresholds for a CI server. Each threshold becomes a case. */
export interface JudgedThresholds {
  name: string;
  startedAt: Date | null;
  seconds: number;
  status: Status;
  /** Further information about the load test. */
  notes: string;
  cases: { name: string; passed: boolean; message: string }[];
}

export function renderThresholdsJunit(judged: JudgedThresholds): string {
  const { name, cases, notes, startedAt } = judged;
  const failure = failureOfPart('The load test', judged.status);
  const figures = {
    tests: cases.length + (failure ? 1 : 0),
    failures: cases.filter(({ passed }) => !passed).length,
    errors: failure ? 1 : 0,
    skipped: 0,
  };
  const attributes = attributesOf({
    name,
    ...figures,
    time: judged.seconds.toFixed(3),
    ...(startedAt && { timestamp: startedAt.toISOString() }),
  });
  const elements = cases.map(({ passed, message, ...of }) => {
    const opening = `    <testcase${attributesOf({ name: of.name, classname: name, time: '0.000' })}>`;
    const broken = attributesOf({ message, type: 'threshold' });
    return `${opening}${passed ? '' : `\n      <failure${broken}/>\n    `}</testcase>\n`;
  });
  const ofWhole = failure ? caseOfWhole('The load test', name, failure) : '';
  const output = notes ? `    <system-out>${escapeXml(notes)}</system-out>\n` : '';
  const element = `  <testsuite${attributes}>\n${elements.join('')}${ofWhole}${output}  </testsuite>\n`;
  return documentOf([{ ...figures, seconds: judged.seconds, element }]);
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
