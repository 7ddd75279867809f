/** `parley gate`: decides whether a version may be released, from its runs and those of the previous version. */
import { writeFile } from 'node:fs/promises';
import { counted, type GateSettings, isEdited, readGate } from '@parley/suite';
import {
  areOthers,
  asksTheSame,
  type ComparedRuns,
  defaultRates,
  durationOf,
  forecastGate,
  type GatePlan,
  type GateResult,
  type GateRules,
  gateAsMarkdown,
  gateOf,
  judgeGate,
  parseGate,
  type RateRule,
  ruleOf,
  shareOf,
} from '@parley/suite/gate';
import { readArguments, wholeNumber } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { readNamed } from './named-files.ts';
import { readServerResult } from './read-server-result.ts';
import { readStoredRuns, type StoredRun } from './reevaluate-recorded.ts';
import { parseUndecided } from './run-options.ts';
import { namesVersions, optionsOfBoth, optionsOfVersions, runVersions } from './run-versions.ts';
import { createServerClient } from './server-client.ts';

export const help = `parley gate <report> --baseline <report>: decides whether a version can be released.
parley gate <run id> --baseline <run id> --server <address>: the same with runs on a server.
parley gate <suites> --url <address> --baseline-url <address>: runs both versions at the same time and judges them.
parley gate --plan <tests>x<tries>: what a gate with this many tests and tries could show.

A report is the output of "parley run -r json=<file>". Run both versions with equally many tries, for example
with --repeat tries=5.

  --baseline <report>     the version to compare with; without it, only rules that compare nothing can be met.
                          On a server: a run id, label:<label> for the newest run with that label, or last-green
  --rules <file>          a gate as a file, instead of the suite's; options given here take precedence
  --rule <rule>           one more rule (repeatable), such as "tries without tool errors at least 95%",
                          "tries within 4000 tokens no worse by 5%", "tries within 0.02 USD at least 95%" or
                          "replies within 3s at least 95%"
  --margin <share>        how much lower the pass rate may be, such as 10% (default 10%)
  --at-least <share>      a pass rate that must be reached, such as 90%
  --question <which>      "these tests" (default) or "tests like these"
  --max-age <age>         how old the baseline may be, such as 7d (default) or 12h
  --changed-tests leave-out  compare without tests that were edited or are gone
  --judges trust          count verdicts of a judge without a license
  --markdown <file>       write the result for a pull request; - is standard output (default)
  --json <file>           write it for programs; - is standard output, without the one for a pull request
  --undecided <fail|pass|warn>  exit with 1, 0, or 0 and a warning instead of 5
  --server <address>      use runs on this server (default: PARLEY_URL; key: PARLEY_API_KEY)

To run both versions, specify how they differ:

  --url <address>         the candidate's address instead of the suite's
  --baseline-url <address>  the address of the previous version
  --var <name>=<value>    a variable of the suites (repeatable)
  --baseline-var <name>=<value>  its value for the previous version, such as a model (repeatable)
  --preset <name>         pull-request: 5 tries of each test, margin 10%; nightly: 10 tries, margin 5%
  --max-minutes <n>       stop after this time; the gate is undecided if the runs did not finish
  --max-cost <amount>     stop as soon as the models of both versions cost this much, by the prices of the suites
  --keep <folder>         write both reports there, candidate.json and baseline.json
  --repeat, --workers, --retries, --tag, --grep, --env, --data, --otlp-port and --otlp-host work as in
                          parley run; both versions share the workers

Exit codes: 0 the gate passed, 1 it is blocked, 2 wrong usage, 4 the server was not reached or a
result was not written, 5 undecided.
`;

export async function gateCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    baseline: { type: 'string' },
    rules: { type: 'string' },
    margin: { type: 'string' },
    'at-least': { type: 'string' },
    rule: { type: 'string', multiple: true },
    question: { type: 'string' },
    'max-age': { type: 'string' },
    'changed-tests': { type: 'string' },
    judges: { type: 'string' },
    markdown: { type: 'string' },
    json: { type: 'string' },
    undecided: { type: 'string' },
    server: { type: 'string' },
    plan: { type: 'string' },
    ...optionsOfVersions,
    ...optionsOfBoth,
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (values.plan !== undefined) return printPlan(values.plan, values.margin, values['at-least']);
  const { undecided, warnsUndecided } = parseUndecided(values.undecided);
  const chosen = { ...presetOf(values.preset), ...values };
  const file = await readRules(values.rules);
  const rulesFor: RulesFor = (ofSuite) => withOptions(gateOf(file ?? ofSuite), chosen);
  // Report invalid options before anything is read or run.
  rulesFor(undefined);
  const { rules, runs } = await runsToJudge(positionals, chosen, rulesFor);
  const result = withAdvice(judgeGate(runs, rules, Date.now()), rules);
  const isWritten = await writeResults(result, values);
  const passed = isWritten ? exitCodes.passed : exitCodes.error;
  if (result.verdict === 'passed') return passed;
  if (result.verdict === 'blocked') return exitCodes.failed;
  if (warnsUndecided)
    process.stderr.write('Warning: the gate is undecided; --undecided lets it pass.\n');
  return undecided === exitCodes.passed ? passed : undecided;
}

/**
 * Numbers of tries with matching margins. With 50 tests, the two presets block a version that is worse by the margin about
 * nine and seven times in ten, respectively.
 */
const presets = {
  'pull-request': { repeat: 'tries=5', margin: '10%' },
  nightly: { repeat: 'tries=10', margin: '5%' },
};

function presetOf(name: string | undefined): Partial<(typeof presets)['nightly']> {
  if (name === undefined) return {};
  return presets[oneOf('preset', name, ['pull-request', 'nightly'])];
}

type Values = Record<string, string | boolean | string[] | undefined>;

/** Makes the rules for a suite with this gate. A rules file and options override the suite's gate. */
type RulesFor = (ofSuite: GateSettings | undefined) => GateRules;

interface RunsToJudge {
  runs: ComparedRuns[];
  rules: GateRules;
}

async function runsToJudge(
  named: string[],
  values: Values,
  rulesFor: RulesFor,
): Promise<RunsToJudge> {
  if (namesVersions(values)) {
    const runs = await runVersions(named, values, (tests, tries, gates) => {
      const { rates } = sharedRules(gates, rulesFor);
      const margin = rates.find(({ of, noWorseBy }) => of.kind === 'passed tries' && noWorseBy);
      tellPlan(tests, tries, margin?.noWorseBy);
    });
    return { runs, rules: sharedRules(runs, rulesFor) };
  }
  const needless = Object.keys({ ...optionsOfVersions, ...optionsOfBoth }).find(
    (name) => values[name] !== undefined,
  );
  if (needless !== undefined)
    throw new UsageError(
      `--${needless} is for running both versions, with --baseline-url or --baseline-var.`,
    );
  const [candidate, ...more] = named;
  if (candidate === undefined || more.length > 0)
    throw new UsageError('Name one report, or one run on a server. See --help.');
  if (typeof values.server !== 'string') return reportedRuns(candidate, rulesFor);
  return runsOfServer(values.server, candidate, {
    rulesFor,
    ...(typeof values.baseline === 'string' && { wanted: values.baseline }),
  });
}

/** @throws UsageError if suites have different gates: they are judged together, so they need the same rules */
function sharedRules(
  suites: readonly { name: string; gate?: GateSettings | undefined }[],
  rulesFor: RulesFor,
): GateRules {
  const [first] = suites;
  const rules = rulesFor(first?.gate);
  const other = suites.find(({ gate }) => JSON.stringify(rulesFor(gate)) !== JSON.stringify(rules));
  if (other)
    throw new UsageError(
      `${first?.name} and ${other.name} have different gates, but are judged together: judge them one by one, or name a file with --rules.`,
    );
  return rules;
}

/** Prints what the gate will be able to show. Called before the first conversation. */
function tellPlan(tests: number, tries: number | undefined, margin: number | undefined): void {
  if (tries === undefined || margin === undefined || tests * tries > 50_000) return;
  const plan = { tests, tries, noWorseBy: margin, rate: 0.9 };
  process.stderr.write(planInWords(plan));
}

/** Pairs runs of the same suite. If there is only one run on each side, they are paired whatever their names. */
async function reportedRuns(candidatePath: string, rulesFor: RulesFor): Promise<RunsToJudge> {
  const candidates = await readStoredRuns(candidatePath);
  const rules = sharedRules(candidates, rulesFor);
  const baselines = await readBaselines(rules.baseline);
  const isSingle = candidates.length === 1 && baselines.length === 1;
  const names = new Set(candidates.map(({ name }) => name));
  const lost = isSingle ? undefined : baselines.find(({ name }) => !names.has(name));
  if (lost)
    throw new UsageError(
      `The candidate has no run of ${lost.name}, which the baseline has: run the same suites.`,
    );
  const runs = candidates.map((candidate) => {
    const { name } = candidate;
    const baseline = isSingle ? baselines[0] : baselines.find((one) => one.name === name);
    if (!baseline) return { name, candidate };
    const agents = { baseline: baseline.agent, candidate: candidate.agent };
    const differs = [
      ...(candidate.environment === baseline.environment ? [] : ['environment']),
      ...(areOthers(agents) ? ['agent'] : []),
    ];
    const edited = editedSince(baseline.definitions, candidate.definitions);
    return {
      name,
      candidate,
      baseline,
      agents,
      differs,
      edited,
      rulesBefore: rulesFor(baseline.gate),
    };
  });
  return { runs, rules };
}

async function readBaselines(baseline: string | undefined): Promise<StoredRun[]> {
  if (baseline === undefined) return [];
  if (baseline === 'last-green' || baseline.startsWith('label:'))
    throw new UsageError(
      `The baseline ${baseline} is a run of a server: name the server with --server, or a report with --baseline.`,
    );
  return readStoredRuns(baseline);
}

/** Returns the keys of edited tests; empty for a report from an earlier release, which does not record definitions. */
const editedSince = (
  before: Record<string, string> = {},
  now: Record<string, string> = {},
): string[] =>
  Object.keys(now).filter((key) => isEdited(before[key] ?? null, now[key] ?? null) === true);

async function readRules(path: string | undefined): Promise<GateSettings | undefined> {
  if (path === undefined) return undefined;
  const parsed = parseGate(await readNamed(path));
  if ('gate' in parsed) return parsed.gate;
  throw new UsageError(
    parsed.problems.map(({ at, message }) => `${path}: ${at}: ${message}`).join('\n'),
  );
}

function withOptions(rules: GateRules, values: Values): GateRules {
  const { margin, question, baseline } = values as Record<string, string | undefined>;
  const atLeast = values['at-least'] as string | undefined;
  const maxAge = values['max-age'] as string | undefined;
  const given: RateRule[] = [
    ...(margin === undefined ? [] : [{ of, noWorseBy: shareFrom('margin', margin) }]),
    ...(atLeast === undefined ? [] : [{ of, atLeast: shareFrom('at-least', atLeast) }]),
    ...((values.rule ?? []) as string[]).map(ruleFrom),
  ];
  // The default rule is a comparison, so it is left out without a baseline.
  const isLeftOut = rules.rates === defaultRates && given.length > 0 && baseline === undefined;
  const others = isLeftOut
    ? []
    : rules.rates.filter((rule) => !given.some((one) => asksTheSame(one, rule)));
  return {
    ...rules,
    ...(baseline !== undefined && { baseline }),
    rates: [...others, ...given],
    ...(maxAge !== undefined && { maxAgeMs: ageFrom(maxAge) }),
    ...(question !== undefined && {
      question: oneOf('question', question, ['these tests', 'tests like these']),
    }),
    ...(values['changed-tests'] !== undefined && {
      leavesOutChangedTests:
        oneOf('changed-tests', values['changed-tests'], ['leave-out', 'undecided']) === 'leave-out',
    }),
    ...(values.judges !== undefined && {
      trustsJudges: oneOf('judges', values.judges, ['trust', 'undecided']) === 'trust',
    }),
  };
}

const of = { kind: 'passed tries' } as const;

function ruleFrom(text: string): RateRule {
  const rule = ruleOf(text);
  if (rule) return rule;
  throw new UsageError(
    `--rule is such as "tries without tool errors at least 95%" or "tries within 4000 tokens no worse by 5%", not "${text}".`,
  );
}

function shareFrom(option: string, text: string): number {
  const share = shareOf(text);
  if (share !== undefined) return share;
  throw new UsageError(`--${option} must be above 0 and below 100%, such as 10%, not "${text}".`);
}

function ageFrom(text: string): number {
  const ms = durationOf(text);
  if (ms !== undefined) return ms;
  throw new UsageError(`--max-age is an age such as 7d, 12h or 30m, not "${text}".`);
}

function oneOf<T extends string>(option: string, text: unknown, allowed: T[]): T {
  const found = allowed.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(
    `--${option} is ${allowed.map((one) => `"${one}"`).join(' or ')}, not "${text}".`,
  );
}

async function runsOfServer(
  address: string,
  candidateId: string,
  { rulesFor, wanted }: { rulesFor: RulesFor; wanted?: string },
): Promise<RunsToJudge> {
  const key = process.env.PARLEY_API_KEY;
  if (!key) throw new UsageError('Set PARLEY_API_KEY to an API key from your account page.');
  const client = createServerClient(address || (process.env.PARLEY_URL ?? ''), key);
  const { suiteName: name } = await client.run(candidateId);
  const candidate = await readServerResult(client, candidateId);
  // A server of an earlier release requires a baseline, accepts only ids, and does not say which run it used.
  const gate = await client.gate(candidateId, wanted);
  const rules = rulesFor(settingsOf(gate?.suiteGate));
  const baselineId = gate?.baseline?.id ?? wanted;
  if (!gate || baselineId === undefined)
    return { rules, runs: [{ name, candidate, judge: gate?.judge, judges: gate?.judges }] };
  const { differs, apart, judge, judges, baselineGate } = gate;
  const baseline = await readServerResult(client, baselineId);
  const rulesBefore = rulesFor(settingsOf(baselineGate));
  return {
    rules,
    runs: [
      { name, candidate, baseline, differs, edited: apart.edited, judge, judges, rulesBefore },
    ],
  };
}

/**
 * Reads a suite's gate from a server.
 *
 * @throws UsageError if the gate cannot be read, since ignoring a rule would weaken it
 */
function settingsOf(gate: unknown): GateSettings | undefined {
  if (gate === undefined) return undefined;
  return readGate(gate, (at, message) => {
    throw new UsageError(`The gate of the suite can't be read: ${at}: ${message}`);
  });
}

/** Numbers of tries that are suggested to an undecided gate, if a forecast with them takes less than about a second. */
const suggestedTries = [10, 15, 20, 25, 30, 40, 50, 75, 100];
const affordableForecast = 1_000;
/** Share of gates that decide correctly with the suggested number of tries. */
const decidedShare = 0.8;

/** Adds to a result that lacks only tries how many of them would probably decide. */
function withAdvice(result: GateResult, { rates, question }: GateRules): GateResult {
  const noWorseBy = rates.find((one) => one.of.kind === 'passed tries')?.noWorseBy;
  const lacking = result.rules.find(
    ({ verdict, baseline, kept }) => verdict === 'undecided' && baseline && kept !== null,
  );
  const isSingle = result.rules.every((rule) => rule === lacking || rule.verdict === 'passed');
  const isApart = result.doubts.length > 0 || result.must.some((one) => one.verdict !== 'passed');
  if (!lacking || !isSingle || isApart || noWorseBy === undefined || noWorseBy === 0) return result;
  if (!lacking.rule.startsWith('pass rate') || lacking.candidate.missing > 0) return result;
  if (question !== 'these tests') return result;
  const tests = result.tests.length;
  const tried = lacking.candidate.tries / tests;
  const rate = Math.min(0.98, Math.max(0.5, lacking.baseline?.rate ?? 0.9));
  const enough = suggestedTries.find((tries) => {
    if (tries <= tried || tests * tries > affordableForecast) return false;
    const { findsHarm, showsNoHarm } = forecastGate({ tests, tries, noWorseBy, rate });
    return Math.min(findsHarm, showsNoHarm) >= decidedShare;
  });
  const advice =
    enough === undefined
      ? `More tries of ${counted(tests, 'test')} will hardly decide: add tests, or allow a wider margin.`
      : `About ${enough} tries of each test would probably decide, with both versions: --repeat tries=${enough}.`;
  return { ...result, remarks: [...result.remarks, advice] };
}

/** Says the verdict and its reasons if the table goes to a file, because a pipeline's log would otherwise not show them. */
function tellVerdict(result: GateResult, path: string): void {
  const { verdict, rules, must, doubts, remarks } = result;
  const title = verdict === 'passed' ? 'The gate passed' : `The gate is ${verdict}`;
  const reasons = [
    ...rules.filter((one) => one.verdict !== 'passed').map(({ rule, why }) => `${rule}: ${why}`),
    ...must.filter((one) => one.verdict !== 'passed').map(({ test, why }) => `${test}: ${why}`),
    ...doubts,
    ...remarks,
  ];
  const lines = [`${title}. The table is in ${path}.`, ...reasons.map((reason) => `- ${reason}`)];
  process.stderr.write(`${lines.map(singleLine).join('\n')}\n`);
}

/** Keeps names of tests from adding lines of their own to a log, such as commands to a CI server. */
const singleLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

async function writeResults(
  result: GateResult,
  {
    json,
    markdown = json === '-' ? undefined : '-',
  }: { markdown?: string | undefined; json?: string | undefined },
): Promise<boolean> {
  const texts: [string | undefined, string][] = [
    [json, `${JSON.stringify(result, null, 2)}\n`],
    [markdown, gateAsMarkdown(result)],
  ];
  let isWritten = true;
  for (const [path, text] of texts) {
    if (path === undefined) continue;
    if (path === '-') process.stdout.write(text);
    else
      await writeFile(path, text).catch((error: Error) => {
        isWritten = false;
        process.stderr.write(`${path} can't be written: ${error.message}\n`);
      });
  }
  if (markdown !== undefined && markdown !== '-' && isWritten) tellVerdict(result, markdown);
  return isWritten;
}

/** Prints what a gate of this size would show. @param text number of tests and tries, such as `50x5` */
function printPlan(text: string, margin = '10%', atLeast = '90%'): number {
  const [, tests = '', tries = ''] = /^(\d+) ?[x×] ?(\d+)$/i.exec(text) ?? [];
  if (!tests)
    throw new UsageError(`--plan is a number of tests and of tries, such as 50x5, not "${text}".`);
  const plan = {
    tests: wholeNumber('plan', tests, 1, 500),
    tries: wholeNumber('plan', tries, 1, 100),
    noWorseBy: shareFrom('margin', margin),
    rate: shareFrom('at-least', atLeast),
  };
  process.stdout.write(planInWords(plan));
  return exitCodes.passed;
}

function planInWords(plan: GatePlan): string {
  const { findsHarm, showsNoHarm } = forecastGate(plan);
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const points = Number((plan.noWorseBy * 100).toFixed(1));
  return [
    `${counted(plan.tests, 'test')}, ${plan.tries} ${plan.tries === 1 ? 'try' : 'tries'} each with either version: ${counted(plan.tests * plan.tries, 'conversation')} for a run.`,
    `A version that passes ${percent(plan.rate)} of its tries and becomes ${points} points worse is blocked ${percent(findsHarm)} of the time.`,
    `One that does not change passes ${percent(showsNoHarm)} of the time.`,
    ...(Math.min(findsHarm, showsNoHarm) < 0.5
      ? [
          'With so few tries, most gates are undecided: use more tests, more tries, or a wider margin.',
        ]
      : []),
    '',
  ].join('\n');
}
