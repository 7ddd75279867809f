import { type Interaction, type Platform, printSuite, type Test } from '@parley/suite';

/** A suite of the example project. Its runs are real ones. */
export interface ExampleSuite {
  name: string;
  description: string;
  platform: Platform;
  source: string;
  /** Number of runs to queue when the suite is created. */
  runs: number;
  /** Opens an incident when this many of the last checks failed. If absent, the suite is not monitored. */
  alertWhen?: { failures: number; of: number };
}

/**
 * Returns the suites of the example project. The demo bot gives a wrong interest rate on purpose, and omits the exchange rate
 * every fourth time.
 */
export function exampleSuites(demoBotPort: number): ExampleSuite[] {
  const text = (...tests: Test[]) =>
    printSuite({
      configuration: {
        syntax: 2,
        platform: 'webchat',
        locale: 'en-US',
        channel: { kind: 'http', url: `http://127.0.0.1:${demoBotPort}/message` },
      },
      tests,
    });
  return [
    {
      name: 'Opening hours and balance',
      description: 'Passes: the bot answers as expected.',
      platform: 'webchat',
      source: text(
        test('Tells the opening hours', ['When are you open?', 'Monday to Friday']),
        test(
          'Tells the balance of an account',
          ['What is my balance?', 'Which account'],
          ['Savings', 'savings account'],
        ),
      ),
      runs: 4,
    },
    {
      name: 'Loans',
      description: 'Fails: the bot tells 8 percent interest instead of 5.',
      platform: 'webchat',
      source: text(
        test(
          'Tells the interest on a loan',
          ['How much can I borrow as a loan?', 'up to $20,000'],
          ['What is the interest?', 'The interest on our loans is 5 percent a year.'],
        ),
      ),
      runs: 4,
      alertWhen: { failures: 1, of: 1 },
    },
    {
      name: 'Exchange rates',
      description: 'Flaky: about one time in four, the bot finds no exchange rate.',
      platform: 'webchat',
      source: text(
        test('Tells the exchange rate', ['What is the exchange rate of the euro?', '1.08 dollars']),
      ),
      runs: 10,
      alertWhen: { failures: 3, of: 5 },
    },
  ];
}

/** Messages of the conversation that draws the example map. */
export const examplePath = [
  'When are you open?',
  'What is my balance?',
  'Savings',
  'I lost my card',
  'no',
  'I want to send money',
  'Ada',
  '50',
  'yes',
];

function test(name: string, ...turns: [said: string, expected: string][]): Test {
  return { name, mode: 'normal', tags: [], interactions: turns.map(turn) };
}

function turn([text, expected]: [string, string]): Interaction {
  return {
    input: { kind: 'text', text },
    assertions: [
      { property: 'prompt', operator: 'contains', expected: [expected], negated: false },
    ],
    branches: [],
    settings: {},
  };
}
