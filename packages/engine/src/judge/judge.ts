import type { Vote } from '@parley/suite';

/** What a judge is asked. */
export interface Question {
  /** What was said to the bot; empty if nothing was. */
  said: string;
  /** What is judged, mostly the text of the reply. */
  actual: string;
  /** One of them has to be fulfilled. */
  expected: string[];
}

interface Judgement {
  holds: boolean;
  votes: Vote[];
}

/** Says whether a reply means what is expected. Throws a ConversationError where no judgement comes about. */
export type Judge = (question: Question) => Promise<Judgement>;
