/**
 * What a case of the suite of lies is: a bot, a suite against it as a user would write it, and the verdict
 * that a careful person gives. Cases are written from what a tester may get wrong, never from the code.
 */
import type { RunOptions } from '../run-suite.ts';

/** A bot over a real socket, and what else the run needs to reach or to judge it. */
interface RunningBot extends AsyncDisposable {
  port: number;
  options?: Partial<RunOptions>;
}

export type Bot = () => Promise<RunningBot>;

/**
 * `refused`: the text of the suite has errors, so nothing is run. `untested`: nothing was judged, which is
 * never a pass. `undecided`: what was heard decides nothing. The others are what a run comes to.
 */
export type LieVerdict = 'passed' | 'failed' | 'error' | 'undecided' | 'untested' | 'refused';

export interface ExpectedVerdict {
  verdict: LieVerdict;
  /** Code of the decisive failure, if another one would blame somebody else. */
  code?: string;
  /** Checks that could not fail; none if absent. */
  vacuous?: number;
  /** Outcome of each test, if they differ. */
  tests?: Record<string, string>;
  /** What the result has to say: its failures, their hints and warnings of the text. */
  says?: RegExp;
  /** What it must not say, since it would teach people to accept a lie. */
  saysNot?: RegExp;
  /** Wrong today, and by what: an item of the issue, or `found`. The test fails once it is right. */
  wrongToday?: string;
}

interface Case extends ExpectedVerdict {
  /** Title in one line: the bot, its message and the user. */
  title: string;
  bot: Bot;
  /** The suite's text. `PORT` stands for the bot's port; lines are as far indented as the first one. */
  suite: string;
  options?: Partial<RunOptions>;
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
  /** What is replaced in the suite's text, by what. */
  suite?: [find: string, put: string];
}

export type LieCase = Lie | HonestCase;
