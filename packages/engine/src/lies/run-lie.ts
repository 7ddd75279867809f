/** Runs a case of the suite of lies, and returns the differences between its verdict and the expected one. */

import { createEgress } from '@parley/egress';
import {
  parseSuite,
  type RunResult,
  type Suite,
  type SuiteEnvironment,
  type TestResult,
  type Values,
  withEnvironment,
} from '@parley/suite';
import { reevaluate } from '../reevaluate.ts';
import { createGithubReporter } from '../report/github.ts';
import { renderJunit } from '../report/junit.ts';
import type { RunOptions } from '../run-suite.ts';
import { runText } from '../test/run-text.ts';
import type { ExpectedVerdict, HonestCase, LieCase, LieVerdict, SpanTarget } from './lie.ts';

interface Judged {
  verdict: LieVerdict;
  code: string | undefined;
  vacuous: number;
  /** All texts of the result that people read. */
  told: string;
  result?: RunResult;
  suite: Suite;
}

/** Runs suites outside this process, for example on a server. */
export interface LieRunner {
  spanTarget: SpanTarget;
  run(text: string): Promise<RunResult>;
}

/** Runs a case. Returns its differences from the expected result; none if it is right. */
export async function runLie(one: LieCase, runner?: LieRunner): Promise<string[]> {
  const judged = await judge(one, one.suite, runner);
  const differences = compare(judged, one);
  const isSettled = differences.length === 0 && one.reevaluatedBy === undefined;
  return isSettled ? contradictions(judged) : differences;
}

/** Runs an honest case after its mutation. Returns its differences from the expected result. */
export async function runBroken(one: HonestCase, runner?: LieRunner): Promise<string[]> {
  const { broken } = one;
  const [find, put] = broken.suite ?? ['', ''];
  if (find && !one.suite.includes(find)) return [`the suite has no "${find}" to replace`];
  const options = { ...one.options, ...broken.options };
  const bot = broken.bot ?? one.bot;
  const text = one.suite.replace(find, put);
  return compare(await judge({ ...one, bot, options }, text, runner), broken);
}

async function judge(one: LieCase, indented: string, runner?: LieRunner): Promise<Judged> {
  await using bot = await one.bot(runner?.spanTarget);
  const text = placed(indented, bot.port);
  const { suite, problems } = parseSuite(text);
  const told = problems.map(({ message, hint = '' }) => `${message} ${hint}`);
  if (problems.some(({ severity }) => severity === 'error')) {
    return { verdict: 'refused', code: undefined, vacuous: 0, told: told.join('\n'), suite };
  }
  const options: Partial<RunOptions> = {
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    ...bot.options,
    ...one.options,
  };
  const environment = one.environment && atPort(one.environment, bot.port);
  const held = runner
    ? await runner.run(text)
    : (await runText(text, { ...options, environment })).result;
  const result =
    one.reevaluatedBy === undefined
      ? held
      : await reevaluate(parseSuite(placed(one.reevaluatedBy, bot.port)).suite, held);
  return {
    verdict: verdictOf(result),
    code: result.failure?.code ?? result.tests.find(({ failure }) => failure)?.failure?.code,
    vacuous: (result.counts as { vacuous?: number }).vacuous ?? 0,
    told: [...told, ...wordsOf(result)].join('\n'),
    result,
    suite: environment ? withEnvironment(suite, stored(environment)) : suite,
  };
}

const atPort = (environment: SuiteEnvironment, port: number): SuiteEnvironment => ({
  ...environment,
  variables: mapValues(environment.variables, (value) => value.replaceAll('PORT', `${port}`)),
});

/** The environment as it is stored with a run. */
const stored = (environment: SuiteEnvironment): SuiteEnvironment => ({
  ...environment,
  secrets: mapValues(environment.secrets, () => '***'),
});

const mapValues = (values: Values, change: (value: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** Removes the indentation of the text, and inserts the bot's port. */
function placed(indented: string, port: number): string {
  const lines = indented.replace(/^\n/, '').trimEnd().split('\n');
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  return `${lines.map((line) => line.slice(indent)).join('\n')}\n`.replaceAll('PORT', `${port}`);
}

function verdictOf({ status, counts, failure }: RunResult): LieVerdict {
  if (failure?.code === 'nothing-tested') return 'untested';
  if (status === 'failed' && counts.failed === 0 && counts.undecided > 0) return 'undecided';
  return status as LieVerdict;
}

function wordsOf({ failure, tests }: RunResult): string[] {
  const failures = [failure, ...tests.flatMap(failuresOf)];
  return [
    ...failures.map((one) =>
      one ? `${one.code}: ${one.message} ${one.hint ?? ''} ${one.remark?.message ?? ''}` : '',
    ),
    ...tests.flatMap(({ steps }) =>
      steps.flatMap(({ verdicts }) => verdicts.map(({ rule, hint = '' }) => `${rule} ${hint}`)),
    ),
  ];
}

const failuresOf = ({ failure, steps }: TestResult) => [
  failure,
  ...steps.map((one) => one.failure),
];

function compare(judged: Judged, expected: ExpectedVerdict): string[] {
  const { verdict, code, vacuous = 0, tests, says, saysNot } = expected;
  const differences: string[] = [];
  const say = (words: string) => void differences.push(words);
  if (judged.verdict !== verdict) {
    say(`is ${judged.verdict} (${judged.code ?? 'no failure'}), not ${verdict}`);
  }
  if (code !== undefined && judged.code !== code) say(`says ${judged.code}, not ${code}`);
  if (judged.vacuous !== vacuous) say(`has ${judged.vacuous} vacuous checks, not ${vacuous}`);
  for (const [name, outcome] of Object.entries(tests ?? {})) {
    const test = judged.result?.tests.find((one) => one.name === name);
    if (test?.outcome !== outcome)
      say(`"${name}" is ${test?.outcome ?? 'not there'}, not ${outcome}`);
  }
  if (says && !says.test(judged.told)) say(`does not say ${says}: ${judged.told}`);
  if (saysNot?.test(judged.told)) say(`says ${saysNot}: ${judged.told}`);
  return differences;
}

/** Differences between the reports of a run, which must all agree. */
async function contradictions({ verdict, result, suite }: Judged): Promise<string[]> {
  if (!result) return [];
  const run = { name: 'lies', result };
  const isRed = verdict !== 'passed';
  const differences: string[] = [];
  if (/<(failure|error)\b/.test(renderJunit([run])) !== isRed) {
    differences.push('the JUnit report tells something else');
  }
  let annotations = '';
  const github = createGithubReporter({ write: (text) => (annotations += text), hasColors: false });
  github.event?.(run, { type: 'run.finished', at: 0, status: result.status as 'passed' });
  if (annotations.includes('::error') !== isRed) {
    differences.push('the annotations tell something else');
  }
  if (verdict === 'error') return differences;
  const again = verdictOf(await reevaluate(suite, result));
  if (again !== verdict) differences.push(`re-evaluated it is ${again}`);
  return differences;
}
