import type { Heard } from './channel.ts';

/** How much is kept of what a bot said, in characters. Its texts count beside the answer that they stand in. */
export function heardSize({ messages, payload }: Heard): number {
  return messages.reduce((sum, { text }) => sum + text.length, JSON.stringify(payload).length);
}
