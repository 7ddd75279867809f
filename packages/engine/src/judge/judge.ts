import type { JudgeId, Vote } from '@parley/suite';

/** A question to a judge. */
export interface Question {
  /** The message to the bot; empty if there was none. */
  said: string;
  /** The judged text, usually that of the reply. */
  actual: string;
  /** One of them must be met. */
  expected: string[];
  /** Replaces the usual instructions, to see if another wording changes the answer. */
  instructions?: string;
  /** True to show the expectations before the reply. */
  isReversed?: boolean;
}

interface Judgement {
  holds: boolean;
  votes: Vote[];
  /**
   * Number of votes that had to agree, if fewer agreed on either answer. `holds` is false then, although nothing shows that the
   * reply does not mean what is expected.
   */
  lacking?: number;
  /** Absent if the judge reports nothing about itself. */
  by?: JudgeId;
}

/**
 * Decides whether a reply means what is expected.
 *
 * @throws ConversationError if there is no decision
 */
export type Judge = (question: Question) => Promise<Judgement>;
