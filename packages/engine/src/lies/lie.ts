/**
 * A case of the suite of lies: a bot, a suite against it as a user would write it, and the verdict
 * that a careful person would give. Cases are written from possible mistakes of a tester, never
 * from the code.
 */
import type { SuiteEnvironment } from '@parley/suite';
import type { RunOptions } from '../run-suite.ts';

/** A bot over a real socket, and what else the run needs to reach or to judge it. */
export interface RunningBot extends AsyncDisposable {
  port: number;
  options?: Partial<RunOptions>;
}

/** The receiver to which an agent exports its spans. */
export interface SpanTarget {
  url: string;
  headers?: Record<string, string>;
  /** Factor by which spans are late, for suites whose waits are longer by the same. */
  slowness?: number;
}

/** @param target of the spans that the bot exports; a receiver of its own if absent */
export type Bot = (target?: SpanTarget) => Promise<RunningBot>;

/**
 * `refused`: the text of the suite has errors, so nothing is run. `untested`: nothing was checked,
 * which is never a pass. `undecided`: the evidence decides nothing. The others are outcomes of a
 * run.
 */
export type LieVerdict = 'passed' | 'failed' | 'error' | 'undecided' | 'untested' | 'refused';

export interface ExpectedVerdict {
  verdict: LieVerdict;
  /** Code of the decisive failure, if another one would blame the wrong side. */
  code?: string;
  /** Checks that could not fail; none if absent. */
  vacuous?: number;
  /** Outcome of each test, if they differ. */
  tests?: Record<string, string>;
  /** What the result has to say: its failures, their hints and warnings of the text. */
  says?: RegExp;
  /** Text that it must not contain, because it would teach people to accept a lie. */
  saysNot?: RegExp;
  /** Wrong today, and by what: an item of the issue, or `found`. The test fails once it is right. */
  wrongToday?: string;
}

interface Case extends ExpectedVerdict {
  /** Title in one line: the bot, its message and the user. */
  title: string;
  bot: Bot;
  /**
   * The suite's text. `PORT` is the bot's port; the indentation of the first line is removed from
   * all.
   */
  suite: string;
  options?: Partial<RunOptions>;
  /** What the run is started with; `PORT` in variables is the bot's port. */
  environment?: SuiteEnvironment;
  /** The suite that re-evaluates the stored run; the verdict is on that. */
  reevaluatedBy?: string;
  /** Why the verdict is right. */
  why: string;
}

/** The bot misbehaves, or the suite has a mistake that would hide it. */
interface Lie extends Case {
  kind: 'lie';
}

/** All is well, though it looks odd. After its mutation it is not: so the pass proves something. */
export interface HonestCase extends Case {
  kind: 'honest';
  broken: Mutation;
}

/** One change of the bot or of the suite. */
interface Mutation extends ExpectedVerdict {
  bot?: Bot;
  options?: Partial<RunOptions>;
  /** Replacements in the suite's text. */
  suite?: [find: string, put: string];
}

export type LieCase = Lie | HonestCase;
