/** Branches, and checks that they skip. */
import { answers, answersTo } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = `
      configuration: { channel: { kind: http, url: http://127.0.0.1:PORT/ } }
      ---`;

export const branches: LieCase[] = [
  {
    kind: 'lie',
    title: 'an apology that ends the test before anything was checked',
    bot: answers({ text: 'Sorry, we are down for maintenance.' }),
    suite: `${http}
      - test: Order
      - hello:
        - sorry goto $EXIT
      - Order 7: confirmed
    `,
    verdict: 'untested',
    why: 'The test left by its emergency exit and saw nothing.',
  },
  {
    kind: 'honest',
    title: 'an exit after what was to be shown',
    bot: answers({ text: 'Your booking is confirmed.' }),
    suite: `${http}
      - test: Booking
      - Book it:
        - prompt: is confirmed
        - exit
      - Which flight?: Lisbon
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Your booking is declined.' }), verdict: 'failed' },
    why: 'The one expectation on its way held.',
  },
  {
    kind: 'lie',
    title: 'an exit behind a failure',
    bot: answers({ text: 'Sorry.' }),
    suite: `${http}
      - test: Booking
      - Book it:
        - prompt: is confirmed
        - sorry goto $EXIT
      - Which flight?: Lisbon
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'Who leaves does not undo what went wrong before.',
  },
  {
    kind: 'honest',
    title: 'a bot that asks back, or does not',
    bot: answersTo((text) => ({
      text: text === 'Cancel my booking' ? 'Which one?' : 'It is cancelled.',
    })),
    suite: `${http}
      - test: Cancel
      - Cancel my booking:
        - which one goto first
      - never mind: welcome back
      - first one:
        - label: first
        - prompt: is cancelled
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Which one?' }), verdict: 'failed' },
    why: 'The branch leads to the check.',
  },
  {
    kind: 'lie',
    title: 'a bot that leads the test in circles',
    bot: answers({ text: 'Please repeat that.' }),
    suite: `${http}
      - test: Circle
      - Cancel my booking:
        - label: again
        - repeat that goto again
      - goodbye: cancelled
    `,
    verdict: 'error',
    code: 'endless-loop',
    why: 'It never came to the check.',
  },
  {
    kind: 'lie',
    title: 'a failure among steps that pass',
    bot: answersTo((text) => ({ text: text === 'two' ? 'Oops' : `You said ${text}` })),
    suite: `${http}
      - test: Three
      - one: You said one
      - two: You said two
      - three: You said three
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'What comes later does not heal it.',
  },
  {
    kind: 'honest',
    title: 'a branch that is not taken',
    bot: answersTo((text) => ({ text: text === 'hello' ? 'Hello.' : 'Your order is on its way.' })),
    suite: `${http}
      - test: Order
      - hello:
        - maintenance goto $EXIT
      - Where is my order?: on its way
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Hello.' }), verdict: 'failed' },
    why: 'A condition that does not hold is no failure.',
  },
  {
    kind: 'honest',
    title: 'a question that is asked again, and answered in the end',
    bot: answers(
      { text: 'Please repeat that.' },
      { text: 'Please repeat that.' },
      { text: 'Thank you.' },
    ),
    suite: `${http}
      - test: Patience
      - My name is Ada:
        - label: again
        - repeat that goto again
        - goto end
      - nobody says this: never
      - goodbye:
        - label: end
        - prompt: thank you
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Please repeat that.' }, { text: 'Who?' }), verdict: 'failed' },
    why: 'The test says that it may ask again.',
  },
];
