import {
  answer,
  asksForRates,
  greet,
  type Message,
  ratesFailEvery,
  type Topic,
} from './bank-assistant.ts';

/** The active conversations; each is forgotten after `forgetAfterMs` without a message. */
export interface Conversations {
  answer(conversationId: string, text: string): Message[];
}

/** If there are more conversations than this, the oldest is forgotten, so that a flood cannot fill the memory. */
const conversationsMax = 50_000;

export function createConversations(forgetAfterMs: number, now = Date.now): Conversations {
  // A Map keeps its insertion order, so the conversation that was silent longest comes first.
  const conversations = new Map<string, { topic: Topic; heardAt: number }>();
  let askedForRates = 0;

  /** Counts questions instead of using chance, so that a few runs in a row are sure to show both replies. */
  function areRatesKnown(text: string): boolean {
    if (!asksForRates(text)) return true;
    askedForRates += 1;
    return askedForRates % ratesFailEvery !== 0;
  }

  function forgetOld() {
    for (const [id, { heardAt }] of conversations) {
      if (conversations.size <= conversationsMax && now() - heardAt < forgetAfterMs) return;
      conversations.delete(id);
    }
  }

  return {
    answer(conversationId, text) {
      const known = conversations.get(conversationId);
      const turn = known
        ? answer(known.topic, text, areRatesKnown(text))
        : text.trim()
          ? answer({ kind: 'start' }, text, areRatesKnown(text))
          : greet();
      conversations.delete(conversationId);
      conversations.set(conversationId, { topic: turn.topic, heardAt: now() });
      forgetOld();
      return turn.messages;
    },
  };
}
