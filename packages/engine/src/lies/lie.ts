/**
 * A case of the suite of lies: a bot, a suite for it as a user would write it, and the verdict of a careful person. Cases are
 * based on possible mistakes of a tester, never on the code.
 */
import type { SuiteEnvironment } from '@parley/suite';
import type { RunOptions } from '../run-suite.ts';

/** A bot on a real socket, with everything else that the run needs to reach or judge it. */
export interface RunningBot extends AsyncDisposable {
  port: number;
  options?: Partial<RunOptions>;
}

/** The receiver to which an agent exports its spans. */
export interface SpanTarget {
  url: string;
  headers?: Record<string, string>;
  /** Factor by which spans are delayed. The waits of the suite are longer by the same factor. */
  slowness?: number;
}

/** @param target receiver for the bot's spans; if absent, the bot starts its own */
export type Bot = (target?: SpanTarget) => Promise<RunningBot>;

/**
 * Verdict on a case. `refused`: the text of the suite has errors, so nothing runs. `untested`: nothing was checked, which is
 * never a pass. `undecided`: the evidence is not sufficient. The others are outcomes of a run.
 */
export type LieVerdict = 'passed' | 'failed' | 'error' | 'undecided' | 'untested' | 'refused';

export interface ExpectedVerdict {
  verdict: LieVerdict;
  /** Code of the decisive failure, if another code would blame the wrong side. */
  code?: string;
  /** Number of checks that could not fail. Default 0. */
  vacuous?: number;
  /** Outcome of each test by name, if the outcomes differ. */
  tests?: Record<string, string>;
  /** Pattern that the texts of the result must match: failures, hints, and warnings about the suite. */
  says?: RegExp;
  /** Pattern that these texts must not match, because they would teach people to accept a lie. */
  saysNot?: RegExp;
  /**
   * Set if Parley gets the case wrong today: an item of the issue, or `found`. The test fails once Parley gets the case right.
   */
  wrongToday?: string;
}

interface Case extends ExpectedVerdict {
  /** Title in one line: the bot, its message and the user. */
  title: string;
  bot: Bot;
  /** The suite's text. `PORT` stands for the bot's port. The indentation of the first line is removed from all lines. */
  suite: string;
  options?: Partial<RunOptions>;
  /** Environment of the run. `PORT` in variables stands for the bot's port. */
  environment?: SuiteEnvironment;
  /** Suite that re-evaluates the stored run. The verdict is then that of the re-evaluation. */
  reevaluatedBy?: string;
  /** Reason why the verdict is right. */
  why: string;
}

/** A case in which the bot misbehaves, or the suite has a mistake that would hide misbehavior. */
interface Lie extends Case {
  kind: 'lie';
}

/**
 * A case in which everything is right, although it looks odd. Its mutation breaks it, which proves that the pass means
 * something.
 */
export interface HonestCase extends Case {
  kind: 'honest';
  broken: Mutation;
}

/** A change of the bot or the suite that must change the verdict. */
interface Mutation extends ExpectedVerdict {
  bot?: Bot;
  options?: Partial<RunOptions>;
  /** Text to find in the suite, and its replacement. */
  suite?: [find: string, put: string];
}

export type LieCase = Lie | HonestCase;
