import type { Heard } from './channel.ts';

/**
 * Stored size of a bot's messages, in characters. Texts count in addition to the answer that contains
 * them.
 */
export function heardSize({ messages, payload }: Heard): number {
  return messages.reduce((sum, { text }) => sum + text.length, JSON.stringify(payload).length);
}
