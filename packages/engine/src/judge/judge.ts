import type { JudgeId, Vote } from '@parley/suite';

/** A question to a judge. */
export interface Question {
  /** The message to the bot; empty if there was none. */
  said: string;
  /** The judged text, usually that of the reply. */
  actual: string;
  /** Expectations, one of which must be met. */
  expected: string[];
  /** Name of the judge to ask; absent for the default judge. */
  judge?: string;
  /** Instructions that replace the usual ones, to see if another wording changes the answer. */
  instructions?: string;
  /** True to show the expectations before the reply. */
  isReversed?: boolean;
}

interface Judgement {
  holds: boolean;
  votes: Vote[];
  /**
   * Number of votes that had to agree. Set if neither answer had enough votes; `holds` is then false, although that does not
   * prove the opposite.
   */
  lacking?: number;
  /** Absent if the judge does not identify itself. */
  by?: JudgeId;
}

/**
 * Decides whether a reply means what is expected.
 *
 * @throws ConversationError if there is no decision
 */
export type Judge = (question: Question) => Promise<Judgement>;
