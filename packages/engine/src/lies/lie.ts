/**
 * A case of the suite of lies: a bot, a suite against it as a user would write it, and the verdict
 * that a careful person would give. Cases are written from possible mistakes of a tester, never
 * from the code.
 */
import type { SuiteEnvironment } from '@parley/suite';
import type { RunOptions } from '../run-suite.ts';

/** A bot on a real socket, and whatever else the run needs to reach or judge it. */
export interface RunningBot extends AsyncDisposable {
  port: number;
  options?: Partial<RunOptions>;
}

/** The receiver to which an agent exports its spans. */
export interface SpanTarget {
  url: string;
  headers?: Record<string, string>;
  /** Factor by which spans are delayed. The suite's waits are longer by the same factor. */
  slowness?: number;
}

/** @param target receiver of the spans that the bot exports; if absent, the bot starts its own */
export type Bot = (target?: SpanTarget) => Promise<RunningBot>;

/**
 * `refused`: the text of the suite has errors, so nothing is run. `untested`: nothing was checked,
 * which is never a pass. `undecided`: the evidence decides nothing. The others are outcomes of a
 * run.
 */
export type LieVerdict = 'passed' | 'failed' | 'error' | 'undecided' | 'untested' | 'refused';

export interface ExpectedVerdict {
  verdict: LieVerdict;
  /** Code of the decisive failure, if a different one would blame the wrong side. */
  code?: string;
  /** Checks that could not fail; none if absent. */
  vacuous?: number;
  /** Outcome of each test, if they differ. */
  tests?: Record<string, string>;
  /** Pattern that the result must match: its failures, their hints and warnings about the text. */
  says?: RegExp;
  /** Text that it must not contain, because it would teach people to accept a lie. */
  saysNot?: RegExp;
  /** Set if Parley gets the case wrong today: an item of the issue, or `found`. The test fails once Parley gets it right. */
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
  /** Environment of the run; `PORT` in variables is the bot's port. */
  environment?: SuiteEnvironment;
  /** Suite that re-evaluates the stored run; the verdict is about that. */
  reevaluatedBy?: string;
  /** Why the verdict is right. */
  why: string;
}

/** The bot misbehaves, or the suite has a mistake that would hide it. */
interface Lie extends Case {
  kind: 'lie';
}

/** A case in which all is well, though it looks odd. Its mutation breaks it, which proves that the pass means something. */
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
