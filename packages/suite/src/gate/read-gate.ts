/** Reads a gate from values that were parsed from a file or the configuration of a suite. */
import type {
  GateSettings,
  Metric,
  NumberMetric,
  RateRule,
  WrittenRules,
} from '../format/model/gate.ts';
import { isMetricName } from '../metrics/metric-source.ts';

/** @param at path of the setting below `gate`, for example "rules[1]" */
export type TellProblem = (at: string, message: string) => void;

/** @returns the valid settings; problems of the others go to `tell` */
export function readGate(value: unknown, tell: TellProblem): GateSettings {
  const gate: GateSettings = {};
  if (!isMap(value)) {
    tell(
      '',
      'A gate has settings, for example: gate: { rules: [must, pass rate: { noWorseBy: 10% }] }',
    );
    return gate;
  }
  for (const [key, setting] of Object.entries(value)) {
    const read = Object.hasOwn(settings, key) ? settings[key as keyof typeof settings] : undefined;
    const problem = read
      ? read(gate, setting, tell)
      : `"${key}" is not a key of a gate. Known are: ${Object.keys(settings).join(', ')}.`;
    if (typeof problem === 'string') tell(key, problem);
  }
  return gate;
}

const settings = {
  baseline(gate: GateSettings, value: unknown) {
    if (typeof value !== 'string' || value === '')
      return 'The baseline is the path of a report of "parley run -r json=…", or a run of a server: its id, label:<label> or last-green.';
    gate.baseline = value;
  },
  maxAge(gate: GateSettings, value: unknown) {
    const ms = durationOf(value);
    if (ms === undefined) return 'Write an age such as 7d, 12h or 30m.';
    gate.maxAgeMs = ms;
  },
  question(gate: GateSettings, value: unknown) {
    if (value !== 'these tests' && value !== 'tests like these')
      return 'Write "these tests" or "tests like these".';
    gate.question = value;
  },
  changedTests(gate: GateSettings, value: unknown) {
    if (value !== 'undecided' && value !== 'leave out') return 'Write "undecided" or "leave out".';
    gate.leavesOutChangedTests = value === 'leave out';
  },
  judges(gate: GateSettings, value: unknown) {
    if (value !== 'undecided' && value !== 'trust') return 'Write "undecided" or "trust".';
    gate.trustsJudges = value === 'trust';
  },
  rules(gate: GateSettings, value: unknown, tell: TellProblem) {
    if (!Array.isArray(value) || value.length === 0)
      return 'Write a list of rules, each with a "- ".';
    if (value.length > gateRulesMax) return `A gate has at most ${gateRulesMax} rules.`;
    const rules: WrittenRules = { must: false, rates: [] };
    for (const [at, one] of value.entries())
      readRule(rules, one, (message) => tell(`rules[${at}]`, message));
    gate.rules = rules;
  },
};

/** Maximum number of rules of a gate. */
export const gateRulesMax = 20;

const ruleNames =
  '"must", "pass rate", "replies within …", "tries without tool errors", "tries within … tokens", "tries within … USD" and "tries with <metric> >= …"';

function readRule(rules: WrittenRules, value: unknown, tell: (message: string) => void): void {
  if (value === 'must') {
    rules.must = true;
    return;
  }
  const [entry, ...more] = isMap(value) ? Object.entries(value) : [];
  if (!entry || more.length > 0) {
    tell(`A rule is one of ${ruleNames}.`);
    return;
  }
  const [name, asked] = entry;
  const of = metricOf(name);
  if (!of) {
    tell(`"${name}" is not a rule. Rules are ${ruleNames}.`);
    return;
  }
  const example = `Write for example: ${name}: { noWorseBy: 10% } or { atLeast: 90% }`;
  const pairs = isMap(asked) ? Object.entries(asked) : [];
  if (pairs.length === 0) tell(example);
  for (const [key, text] of pairs) {
    const share = shareOf(text);
    if (key !== 'noWorseBy' && key !== 'atLeast')
      tell(`"${key}" is not part of this rule. ${example}`);
    else if (share === undefined) tell(`"${key}" must be above 0 and below 100%. ${example}`);
    // Each limit is a rule of its own.
    else rules.rates.push({ of, [key]: share });
  }
}

/** @returns the rule in a text such as "pass rate no worse by 5 points" or "tries within 2000 tokens at least 95%" */
export function ruleOf(text: string): RateRule | undefined {
  const [, name = '', asked, amount] =
    /^(.+?) (no worse by|at least) (.+)$/.exec(text.trim()) ?? [];
  const [of, share] = [metricOf(name), shareOf(amount?.trim())];
  if (!of || share === undefined) return undefined;
  return asked === 'at least' ? { of, atLeast: share } : { of, noWorseBy: share };
}

function metricOf(name: string): Metric | undefined {
  if (name === 'pass rate') return { kind: 'passed tries' };
  if (name === 'tries without tool errors') return { kind: name };
  const [, amount, of = 'total'] =
    /^tries within (\d[\d,]*) (?:(input|output) )?tokens$/.exec(name) ?? [];
  if (amount !== undefined) {
    const tokens = Number(amount.replaceAll(',', ''));
    return Number.isSafeInteger(tokens) && tokens > 0
      ? { kind: 'tries within tokens', of: of as 'total' | 'input' | 'output', tokens }
      : undefined;
  }
  const measured = metricRuleOf(name);
  if (measured) return measured;
  const [, cost, currency = ''] =
    /^tries within (\d{1,9}(?:\.\d{1,12})?) ([A-Z]{3})$/.exec(name) ?? [];
  if (cost !== undefined)
    return Number(cost) > 0
      ? { kind: 'tries within cost', amount: Number(cost), currency }
      : undefined;
  const withinMs = durationOf(/^replies within (.+)$/.exec(name)?.[1]);
  return withinMs === undefined ? undefined : { kind: 'replies in time', withinMs };
}

/** Parses `tries with accuracy >= 0.8`. */
function metricRuleOf(text: string): NumberMetric | undefined {
  const [, name = '', operator, limit = ''] =
    /^tries with (\S.*?) (<=|>=|<|>) (-?\d{1,15}(?:\.\d{1,15})?)$/.exec(text) ?? [];
  if (!operator || !isMetricName(name)) return undefined;
  const of = { name, operator: operator as NumberMetric['operator'], limit: Number(limit) + 0 };
  // The number must be printed again without an exponent.
  return /^-?\d+(?:\.\d+)?$/.test(String(of.limit))
    ? { kind: 'tries with metric', ...of }
    : undefined;
}

const unitsMs: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const tenYearsMs = 3_650 * 86_400_000;

/** @returns the milliseconds of a text such as "7d" or "2.5s"; undefined if invalid, or not between 1 ms and ten years */
export function durationOf(value: unknown): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(ms|s|m|h|d)$/.exec(String(value)) ?? [];
  const ms = Number(amount) * (unitsMs[unit] ?? Number.NaN);
  return ms >= 1 && ms <= tenYearsMs ? ms : undefined;
}

const leastShare = 1e-6;

/** @returns the share in "10%", "10 points" or 0.1; undefined if invalid, or not between 0 and 1 (exclusive) */
export function shareOf(value: unknown): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) ?(%|points?)?$/.exec(String(value)) ?? [];
  const share = unit ? Number(amount) / 100 : Number(amount);
  return share >= leastShare && share < 1 ? share : undefined;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
