/** The conversations of every loop: five turns with a bot that echoes. */
import type { ChannelConfiguration, Suite } from '@parley/suite';

export const turns = ['hello', 'what is my balance', 'savings', 'thank you', 'goodbye'];

export const replyTo = (text: string) => `You said ${text}.`;

/** Creates a suite with this many tests. Each test is a separate object, as when parsed from a file. */
export const suiteOf = (conversations: number, channel: ChannelConfiguration): Suite => ({
  // Ten thousand simultaneous connections take a while on a busy machine, but only their cost is measured.
  configuration: { channel, replyTimeoutMs: 120_000 },
  tests: Array.from({ length: conversations }, (_, index) => ({
    name: `Conversation ${index}`,
    mode: 'normal',
    tags: [],
    interactions: turns.map((text) => ({
      input: { kind: 'text', text },
      assertions: [
        { property: 'prompt', operator: 'contains', expected: [replyTo(text)], negated: false },
      ],
      branches: [],
      settings: {},
    })),
  })),
});
