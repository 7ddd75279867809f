/**
 * What all drills share: `--quick`, a seed that makes a drill repeatable, checks, and a result as one line of JSON. A drill
 * exits with 0 only if all its checks passed.
 */
import { constants, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { createRandom, type Random } from './random.ts';

/** Factor for time limits in quick form, which can run on slow, busy machines, where times only need to be plausible. */
const quickTimeFactor = 5;

export interface Drill {
  isQuick: boolean;
  seed: number;
  random: Random;
  size(sizes: { full: number; quick: number }): number;
  /** Number of rounds or a duration; overridden by `--rounds N`. */
  rounds(sizes: { full: number; quick: number }): number;
  /** Size of the workload; overridden by `--amount N`. */
  amount(sizes: { full: number; quick: number }): number;
  /** Duration in minutes; overridden by `--minutes N`. */
  minutes(sizes: { full: number; quick: number }): number;
  /** Working tree of the previous release, given by `--old FOLDER`. */
  old: string | undefined;
  /**
   * Registers a function to call when the drill ends, even if it fails. Functions are called in reverse order. They are not
   * called if a signal ends the process.
   */
  defer(close: () => Promise<unknown>): void;
  /** Reports a figure without a limit. */
  note(name: string, value: Figure): void;
  /** Checks a count or amount, with the same limit in both forms. */
  exactly(name: string, value: number, wanted: number): void;
  atMost(name: string, value: number, limit: number): void;
  atLeast(name: string, value: number, limit: number): void;
  /** Checks a duration; the quick form allows more time. */
  withinMs(name: string, value: number, limitMs: number): void;
}

type Figure = number | string | boolean | Record<string, unknown>;

interface Check {
  name: string;
  value: number;
  limit: string;
  holds: boolean;
}

/** Runs a drill and exits the process. `plan` is the drill's row in the reliability plan. */
export async function runDrill(
  name: string,
  plan: string,
  act: (drill: Drill) => Promise<void>,
): Promise<never> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      rounds: { type: 'string' },
      amount: { type: 'string' },
      minutes: { type: 'string' },
      old: { type: 'string' },
    },
  });
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
  const figures: Record<string, Figure> = {};
  const checks: Check[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const check = (figure: string, value: number, limit: string, holds: boolean) => {
    figures[figure] = value;
    checks.push({ name: figure, value, limit, holds });
  };
  const size: Drill['size'] = ({ full, quick }) => (values.quick ? quick : full);
  const drill: Drill = {
    isQuick: values.quick,
    old: values.old,
    seed,
    random: createRandom(seed),
    size,
    rounds: (sizes) => (values.rounds === undefined ? size(sizes) : Number(values.rounds)),
    amount: (sizes) => (values.amount === undefined ? size(sizes) : Number(values.amount)),
    minutes: (sizes) => (values.minutes === undefined ? size(sizes) : Number(values.minutes)),
    defer: (close) => closing.push(close),
    note: (figure, value) => {
      figures[figure] = value;
    },
    exactly: (figure, value, wanted) => check(figure, value, `= ${wanted}`, value === wanted),
    atMost: (figure, value, limit) => check(figure, value, `<= ${limit}`, value <= limit),
    atLeast: (figure, value, limit) => check(figure, value, `>= ${limit}`, value >= limit),
    withinMs(figure, value, limitMs) {
      const limit = values.quick ? limitMs * quickTimeFactor : limitMs;
      check(figure, Math.round(value), `<= ${limit} ms`, value <= limit);
    },
  };

  // On a signal, exit in an orderly way. Otherwise, what the drill has started would outlive it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));

  console.log(`${name} (${plan}), ${values.quick ? 'quick' : 'full'}, --seed ${seed}`);
  const startedAt = new Date();
  let failure: unknown;
  try {
    await act(drill);
  } catch (error) {
    failure = error;
    console.error(error);
  }
  for (const close of closing.toReversed())
    await close().catch((error) => {
      failure ??= error;
      console.error(error);
    });

  const ok = failure === undefined && checks.length > 0 && checks.every(({ holds }) => holds);
  for (const { name: figure, value, limit, holds } of checks)
    console.log(`${holds ? 'ok  ' : 'FAIL'}  ${figure}: ${value}  (${limit})`);
  const machine = { cpus: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) };
  const result = {
    drill: name,
    plan,
    form: values.quick ? 'quick' : 'full',
    seed,
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    machine: { ...machine, node: process.version },
    ...figures,
    failed: checks.filter(({ holds }) => !holds).map(({ name: figure }) => figure),
    ...(failure !== undefined && { error: String(failure) }),
    ok,
  };
  console.log(JSON.stringify(result));
  process.exit(ok ? 0 : 1);
}

/** Returns a percentile of the values, with `share` from 0 to 1; 0 if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
