/** Reporter for GitHub Actions: an annotation for each test that makes its run fail. */
import { describeOrigin, describeSaid, type Failure, isBad, type TestResult } from '@parley/suite';
import type { RecordedRun } from './recorded-run.ts';
import { remarkOfTest } from './remark-of-test.ts';
import type { CreateReporter } from './reporter.ts';
import { weakChecks } from './weak-checks.ts';

export const createGithubReporter: CreateReporter = ({ write }) => ({
  event(run, event) {
    // Only now is it known which attempt of a test was its last.
    if (event.type !== 'run.finished') return;
    const { tests, failure } = run.result;
    for (const test of tests) {
      if (test.isQuarantined || !isBad(test.outcome)) continue;
      write(annotation(placeOf(run, test), test.name, explain(test)));
    }
    if (failure) write(annotation(placeOf(run), run.name, failure.message));
    for (const { test, step, message } of weakChecks(run)) {
      write(annotation(placeOfStep(run, test, step), test, message, 'warning'));
    }
  },
});

/** The place of the step that did not pass, or of the test if no step is responsible. */
function placeOf(run: RecordedRun, test?: TestResult): string {
  const failed = test?.steps.findIndex(({ failure }) => failure !== undefined) ?? -1;
  return placeOfStep(run, test?.name, failed === -1 ? undefined : failed);
}

function placeOfStep({ name, source, result }: RecordedRun, test?: string, step?: number): string {
  const file = `file=${escapeProperty(source?.path ?? name)}`;
  const ofTest = result.tests.find((one) => one.name === test);
  const origin = step === undefined ? undefined : ofTest?.steps[step]?.origin;
  const line = test === undefined ? undefined : source?.lineOf(test, step, origin);
  return line === undefined ? file : `${file},line=${line}`;
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
  return `::${severity} ${place},title=${escapeProperty(title)}::${escapeMessage(message)}\n`;
}

/** Escapes line feeds as GitHub expects, because a workflow command ends with its line. */
const escapeMessage = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string) =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
