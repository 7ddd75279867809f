import { type Input, type Interaction, type Platform, printSuite, type Suite } from '@parley/suite';

/**
 * Returns the text of a new suite: one test that demonstrates the language. A webchat test passes if the demo bot is running.
 */
export function defaultSource(platform: Platform, demoBotPort: number | null): string {
  return printSuite(platform === 'webchat' ? webchatSuite(demoBotPort) : phoneSuite);
}

function webchatSuite(demoBotPort: number | null): Suite {
  return {
    configuration: {
      syntax: 2,
      platform: 'webchat',
      locale: 'en-US',
      ...(demoBotPort !== null && {
        channel: { kind: 'http', url: `http://127.0.0.1:${demoBotPort}/message` },
      }),
    },
    tests: [
      {
        name: 'Tells opening hours and balance',
        mode: 'normal',
        tags: [],
        interactions: [
          turn({ kind: 'text', text: 'When are you open?' }, 'Monday to Friday'),
          turn({ kind: 'text', text: 'What is my balance?' }, 'Which account'),
          turn({ kind: 'text', text: 'Savings' }, 'savings account'),
        ],
      },
    ],
  };
}

const phoneSuite: Suite = {
  configuration: { syntax: 2, platform: 'phone', locale: 'en-US', voiceId: 'Joanna' },
  tests: [
    {
      name: 'Greets the caller',
      mode: 'normal',
      tags: [],
      interactions: [turn({ kind: 'dial' }, 'welcome')],
    },
  ],
};

function turn(input: Input, expected: string): Interaction {
  return {
    input,
    assertions: [
      { property: 'prompt', operator: 'contains', expected: [expected], negated: false },
    ],
    branches: [],
    settings: {},
  };
}
