import type { JudgeId, Vote } from '@parley/suite';

/** What a judge is asked. */
export interface Question {
  /** The message to the bot; empty if there was none. */
  said: string;
  /** The judged text, usually that of the reply. */
  actual: string;
  /** One of them must be met. */
  expected: string[];
}

interface Judgement {
  holds: boolean;
  votes: Vote[];
  /**
   * Votes that had to agree, where fewer did on either answer. `holds` is false then, but nothing shows that the
   * reply does not mean what is expected.
   */
  lacking?: number;
  /** Absent for a judge that tells nothing about itself. */
  by?: JudgeId;
}

/**
 * Decides if a reply means what is expected.
 * @throws ConversationError if there is no decision
 */
export type Judge = (question: Question) => Promise<Judgement>;
