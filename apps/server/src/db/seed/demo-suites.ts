/** A test suite for the demo bot. */
export interface DemoSuite {
  name: string;
  description: string;
  platform: 'webchat' | 'phone';
  source: string;
}

/**
 * Returns suites that pass, from a first question to branches and buttons. `url` is the demo bot's address for messages, such
 * as http://127.0.0.1:3001/message.
 */
export function demoSuites(url: string): DemoSuite[] {
  return [
    {
      name: 'Opening hours',
      description: 'One question, two answers that will do.',
      platform: 'webchat',
      source: webchat(
        url,
        `---
- test: Tells the opening hours
- When are you open?:
  - prompt: [Monday to Friday, 9 am to 5 pm]
`,
      ),
    },
    {
      name: 'Account balance',
      description: 'Asks back when the account is not named, and offers buttons.',
      platform: 'webchat',
      source: webchat(
        url,
        `---
- test: Asks which account is meant
- What is my balance?:
  - prompt: Which account
  - buttons[0].title: Checking
- Savings: savings account
---
- test: Answers at once when the account is named
- What is the balance of my checking account?: checking account
`,
      ),
    },
    {
      name: 'Block a card',
      description: 'Confirms before it acts.',
      platform: 'webchat',
      source: webchat(
        url,
        `---
- test: Blocks the card after a yes
- I lost my card: Shall I block it now
- yes: is blocked
---
- test: Leaves the card alone after a no
- I lost my card: Shall I block it now
- no: stays active
`,
      ),
    },
    {
      name: 'Greeting on the phone',
      description: 'A call to the hotline.',
      platform: 'phone',
      source: `---
configuration:
  platform: phone
  locale: en-US
  voiceId: Joanna
---
- test: Greets the caller
- $DIAL: welcome
`,
    },
  ];
}

function webchat(url: string, tests: string): string {
  return `---
configuration:
  platform: webchat
  locale: en-US
  channel:
    kind: http
    url: ${url}
${tests}`;
}
