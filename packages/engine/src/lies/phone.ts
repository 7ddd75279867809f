/** Telephone lines: menus, recorders, and recognizers that hear what they want to. */
import type { LieCase } from './lie.ts';
import { line } from './phone-bots.ts';

const phone = `
      configuration:
        platform: phone
        channel: { kind: phone, to: +1 202 456 1111, quietMs: 250 }
        replyTimeout: 1
      ---
      - test: Call`;

const menu = 'for your balance press one. to leave a message, press two';

export const phoneLines: LieCase[] = [
  {
    kind: 'honest',
    title: 'a menu that offers to leave a message',
    bot: line([[{ says: menu }], [{ says: 'your balance is five dollars' }]]),
    suite: `${phone}
      - $DIAL: for your balance press one
      - $1: five dollars
    `,
    verdict: 'passed',
    broken: {
      bot: line([[{ says: menu }], [{ says: 'your balance is nine dollars' }]]),
      verdict: 'failed',
      code: 'mismatch',
    },
    why: 'A menu is a menu.',
  },
  {
    kind: 'lie',
    title: 'a wrong menu that offers to leave a message',
    bot: line([[{ says: 'for sales press one. to leave a message, press two' }], []]),
    suite: `${phone}
      - $DIAL: for your balance press one
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /for your balance press one/,
    why: 'What differs is told first: nobody is a recorder by words alone.',
    wrongToday: 'item 9',
  },
  {
    kind: 'lie',
    title: 'a recorder that answers in place of the line',
    bot: line([
      [{ says: 'we are not here. please speak after the tone' }, { quietMs: 100 }, { beepMs: 400 }],
    ]),
    suite: `${phone}
      - $DIAL: for your balance press one
    `,
    verdict: 'failed',
    says: /voicemail/i,
    why: 'A beep is what a recorder begins with, so the guess is told beside the difference.',
  },
  {
    kind: 'lie',
    title: 'a recognizer that hears what the test expects',
    bot: line([[{ says: 'your balance is nine dollars' }]], {
      hears: (said, told) => /your balance is \w+ dollars/.exec(told)?.[0] ?? said,
    }),
    suite: `${phone}
      - $DIAL: your balance is five dollars
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The line says nine; who was told to listen for five is no witness.',
  },
  {
    kind: 'lie',
    title: 'right words that nobody is sure of',
    bot: line([[{ says: 'your balance is five dollars', confidence: 0.2 }]]),
    suite: `${phone}
      - $DIAL: your balance is five dollars
    `,
    verdict: 'unsure',
    code: 'low-confidence',
    why: 'Uncertainty is never rounded to green.',
  },
  {
    kind: 'lie',
    title: 'words that must not be heard, heard uncertainly as others',
    bot: line([[{ says: 'your account is flows', confidence: 0.2 }]]),
    suite: `${phone}
      - $DIAL:
        - prompt != closed
    `,
    verdict: 'unsure',
    code: 'low-confidence',
    why: 'It may have been closed.',
  },
  {
    kind: 'lie',
    title: 'a line that answers and says nothing',
    bot: line([[]]),
    suite: `${phone.replace('replyTimeout: 1', 'replyTimeout: 100ms')}
      - $DIAL
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'Somebody picked up and did not speak.',
  },
  {
    kind: 'honest',
    title: 'a short breath within a sentence',
    bot: line([[{ says: 'welcome to the bank' }, { quietMs: 100 }, { says: 'how can I help' }]]),
    suite: `${phone}
      - $DIAL:
        - prompt === welcome to the bank how can I help
    `,
    verdict: 'passed',
    broken: {
      bot: line([[{ says: 'welcome to the bank' }, { quietMs: 600 }, { says: 'how can I help' }]]),
      verdict: 'failed',
    },
    why: 'A breath is no end.',
  },
];
