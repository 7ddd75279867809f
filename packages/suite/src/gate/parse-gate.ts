/** A gate as text, in a file of its own. */
import { parseDocument } from 'yaml';
import { defaultGate, defaultRates, type GateRules, type RateRule } from './gate-rules.ts';

export interface GateProblem {
  /** Place in the text, for example "rules[1]". */
  at: string;
  message: string;
}

/** @returns the problems of the text instead of rules, if there are any */
export function parseGate(text: string): { rules: GateRules } | { problems: GateProblem[] } {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error)
    return {
      problems: [
        { at: `line ${error.linePos?.[0].line ?? 1}`, message: error.message.split('\n')[0] ?? '' },
      ],
    };
  const problems: GateProblem[] = [];
  const root = document.toJS() as unknown;
  const rules = isMap(root) ? root.gate : undefined;
  if (!isMap(rules) || Object.keys(root as object).length !== 1)
    return {
      problems: [{ at: 'line 1', message: 'A gate begins with "gate:", with its settings below.' }],
    };
  const gate: GateRules = { ...defaultGate, must: false };
  for (const [key, value] of Object.entries(rules)) {
    const read = Object.hasOwn(settings, key) ? settings[key as keyof typeof settings] : undefined;
    const problem = read
      ? read(gate, value, (at, message) => problems.push({ at, message }))
      : `"${key}" is no part of a gate. There are: ${Object.keys(settings).join(', ')}.`;
    if (typeof problem === 'string') problems.push({ at: key, message: problem });
  }
  if (rules.rules === undefined) Object.assign(gate, { must: true, rates: defaultRates });
  return problems.length > 0 ? { problems } : { rules: gate };
}

type Tell = (at: string, message: string) => void;

const settings = {
  baseline(gate: GateRules, value: unknown) {
    if (typeof value !== 'string' || value === '')
      return 'The baseline is the path of a report of "parley run -r json=…", or a run of a server: its id, label:<label> or last-green.';
    gate.baseline = value;
  },
  maxAge(gate: GateRules, value: unknown) {
    const ms = durationOf(value);
    if (ms === undefined) return 'Write an age such as 7d, 12h or 30m.';
    gate.maxAgeMs = ms;
  },
  question(gate: GateRules, value: unknown) {
    if (value !== 'these tests' && value !== 'tests like these')
      return 'Write "these tests" or "tests like these".';
    gate.question = value;
  },
  changedTests(gate: GateRules, value: unknown) {
    if (value !== 'undecided' && value !== 'leave out') return 'Write "undecided" or "leave out".';
    gate.leavesOutChangedTests = value === 'leave out';
  },
  judges(gate: GateRules, value: unknown) {
    if (value !== 'undecided' && value !== 'trust') return 'Write "undecided" or "trust".';
    gate.trustsJudges = value === 'trust';
  },
  rules(gate: GateRules, value: unknown, tell: Tell) {
    if (!Array.isArray(value) || value.length === 0)
      return 'Write a list of rules, each with a "- ".';
    for (const [at, one] of value.entries())
      readRule(gate, one, (message) => tell(`rules[${at}]`, message));
  },
};

const ruleNames = '"must", "pass rate" and "replies within …"';

function readRule(gate: GateRules, value: unknown, tell: (message: string) => void): void {
  if (value === 'must') {
    gate.must = true;
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
    tell(`"${name}" is no rule. There are ${ruleNames}.`);
    return;
  }
  const example = `Write for example: ${name}: { noWorseBy: 10% } or { atLeast: 90% }`;
  const pairs = isMap(asked) ? Object.entries(asked) : [];
  if (pairs.length === 0) tell(example);
  for (const [key, text] of pairs) {
    const share = shareOf(text);
    if (key !== 'noWorseBy' && key !== 'atLeast')
      tell(`"${key}" is no part of this rule. ${example}`);
    else if (share === undefined) tell(`"${key}" is a share above 0 and below 100 %. ${example}`);
    // Each is a question of its own.
    else gate.rates.push({ of, [key]: share });
  }
}

function metricOf(name: string): RateRule['of'] | undefined {
  if (name === 'pass rate') return { kind: 'passed tries' };
  const withinMs = durationOf(/^replies within (.+)$/.exec(name)?.[1]);
  return withinMs === undefined ? undefined : { kind: 'replies in time', withinMs };
}

const unitsMs: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** @returns milliseconds of a text such as "7d" or "2.5s", above 0 */
export function durationOf(value: unknown): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(ms|s|m|h|d)$/.exec(String(value)) ?? [];
  const ms = Number(amount) * (unitsMs[unit] ?? Number.NaN);
  return ms > 0 ? ms : undefined;
}

/** @returns a share of "10%", "10 points" or 0.1, above 0 and below 1 */
export function shareOf(value: unknown): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) ?(%|points?)?$/.exec(String(value)) ?? [];
  const share = unit ? Number(amount) / 100 : Number(amount);
  return share > 0 && share < 1 ? share : undefined;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
