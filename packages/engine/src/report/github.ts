/** Reporter for GitHub Actions: writes an annotation for each test that fails the run, and warnings for weak checks. */
import { describeOrigin, describeSaid, type Failure, isBad, type TestResult } from '@parley/suite';
import type { RecordedRun } from './recorded-run.ts';
import { remarkOfTest } from './remark-of-test.ts';
import type { CreateReporter } from './reporter.ts';
import { weakChecks } from './weak-checks.ts';

type PathFor = (path: string) => string | undefined;

export const createGithubReporter: CreateReporter = ({ write, pathFor = (path) => path }) => ({
  event(run, event) {
    // Only the end of the run shows which attempt of a test was the last one.
    if (event.type !== 'run.finished') return;
    const { tests, failure } = run.result;
    for (const test of tests) {
      if (test.isQuarantined || !isBad(test.outcome)) continue;
      write(annotation(placeOf(run, pathFor, test), test.name, explain(test)));
    }
    if (failure) write(annotation(placeOf(run, pathFor), run.name, failure.message));
    for (const { test, step, message } of weakChecks(run)) {
      write(annotation(placeOfStep(run, pathFor, test, step), test, message, 'warning'));
    }
  },
});

/** Returns the location of the failed step, or of the test if no step failed. */
function placeOf(run: RecordedRun, pathFor: PathFor, test?: TestResult): string {
  const failed = test?.steps.findIndex(({ failure }) => failure !== undefined) ?? -1;
  return placeOfStep(run, pathFor, test?.name, failed === -1 ? undefined : failed);
}

/** @returns the location as properties of an annotation; empty if the suite is not a file of the repository */
function placeOfStep(
  { source, result }: RecordedRun,
  pathFor: PathFor,
  test?: string,
  step?: number,
): string {
  const path = source && pathFor(source.path);
  if (path === undefined) return '';
  const ofTest = result.tests.find((one) => one.name === test);
  const origin = step === undefined ? undefined : ofTest?.steps[step]?.origin;
  const line = test === undefined ? undefined : source?.lineOf(test, step, origin);
  return `file=${escapeProperty(path)},${line === undefined ? '' : `line=${line},`}`;
}

function explain(test: TestResult): string {
  const steps = test.steps.flatMap((step, index) =>
    step.failure
      ? [
          `Step ${index + 1} (${[describeSaid(step), describeOrigin(step.origin)].filter(Boolean).join('; ')}): ${inWords(step.failure)}`,
        ]
      : [],
  );
  const own = test.failure?.message ?? test.outcome;
  if (test.tries) return [own, ...steps.map((step) => `Try ${test.shownTry}: ${step}`)].join('\n');
  const noticed = remarkOfTest(test);
  if (noticed) steps.push(`Also noticed: ${noticed.message}`);
  return steps.length > 0 ? steps.join('\n') : own;
}

const inWords = ({ message, remark }: Failure) =>
  remark ? `${message} Also noticed: ${remark.message}` : message;

function annotation(
  place: string,
  title: string,
  message: string,
  severity: 'error' | 'warning' = 'error',
): string {
  return `::${severity} ${place}title=${escapeProperty(title)}::${escapeMessage(message)}\n`;
}

/** Escapes line breaks as GitHub expects, because a workflow command ends with its line. */
const escapeMessage = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string) =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
