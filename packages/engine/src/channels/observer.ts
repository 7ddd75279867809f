import type { BotEvent, ReplyPaths, ToolFormatName, ToolPart } from '@parley/suite';
import type { ChannelMessages, ConversationContext, Observation } from './channel.ts';

/** Reports what a channel notices as observations. */
export interface Observer {
  /** Reports a sent utterance. `at`, on the conversation's clock, defaults to now. */
  sent(
    utterance: (Observation & { kind: 'sent' })['data']['utterance'],
    id?: string,
    at?: number,
  ): void;
  /** Reports that the bot accepted the last utterance and gave it this id. */
  accepted(id: string): void;
  said(data: ChannelMessages, at?: number): void;
  event(event: BotEvent, unread?: ReplyPaths): void;
  /**
   * Reports data that may contain tool calls. `part` is undefined if it cannot be read; `answers` are the utterances that it
   * names.
   */
  tools(format: ToolFormatName, part: ToolPart | undefined, answers?: string[]): void;
  /** Reports that something unreadable arrived. */
  cut(): void;
  end(error?: Error): void;
}

export function createObserver({
  observe,
  clock,
}: Pick<ConversationContext, 'observe' | 'clock'>): Observer {
  return {
    sent: (utterance, id, at = clock.now()) =>
      observe({ kind: 'sent', at, leg: 'sent', data: { utterance, id } }),
    accepted: (id) => observe({ kind: 'accepted', at: clock.now(), leg: 'sent', data: { id } }),
    said: (data, at = clock.now()) =>
      observe({ kind: 'message', at, leg: 'received', data, size: sizeOf(data) }),
    event: (event, unread) =>
      observe({
        kind: 'event',
        at: clock.now(),
        leg: 'received',
        data: unread ? { event, unread } : { event },
      }),
    tools: (format, part, answers) =>
      observe({
        kind: 'tools',
        at: clock.now(),
        leg: 'received',
        data: { format, part, answers },
      }),
    cut: () => observe({ kind: 'cut', at: clock.now(), leg: 'received', data: null }),
    end: (error) => observe({ kind: 'end', at: clock.now(), leg: 'received', data: { error } }),
  };
}

/** Number of characters stored for a bot's messages: the payload plus the texts extracted from it. */
const sizeOf = ({ messages, payload }: ChannelMessages): number =>
  messages.reduce((sum, { text }) => sum + text.length, JSON.stringify(payload).length);
