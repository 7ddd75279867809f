/** Phone lines: menus, voicemail, and recognizers that return something else. */
import type { LieCase } from './lie.ts';
import { line } from './phone-bots.ts';

const phone = `
      configuration:
        platform: phone
        channel: { kind: phone, to: +1 202 456 1111, quietMs: 250 }
        replyTimeout: 1
      ---
      - test: Call`;

/** A suite with a longer quiet time, because a busy machine can interrupt the music. */
const onHold = phone.replace('quietMs: 250', 'quietMs: 1000');

const menu = 'for your balance press one. to leave a message, press two';

/** Checks what the line is. */
const classified = phone.replace('configuration:', 'configuration:\n        syntax: 2');
const recorder = 'you have reached acme. please leave a message after the tone';

export const phoneLines: LieCase[] = [
  {
    kind: 'lie',
    title: 'a recorder where a suite wants a menu',
    bot: line([[{ says: recorder }, { quietMs: 200 }, { beepMs: 500 }]]),
    suite: `${classified}
      - $DIAL:
          - line is: menu
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /voicemail/,
    why: 'Words of a recorder, a beep and silence are no menu.',
  },
  {
    kind: 'honest',
    title: 'a menu that offers to leave a message is no voicemail',
    bot: line([[{ says: menu }]]),
    suite: `${classified}
      - $DIAL:
          - line is: menu
          - line is not: voicemail
    `,
    verdict: 'passed',
    broken: {
      bot: line([[{ says: recorder }, { quietMs: 200 }, { beepMs: 500 }]]),
      verdict: 'failed',
      code: 'mismatch',
    },
    why: 'Menus use the words of recorders.',
  },
  {
    kind: 'lie',
    title: 'a line whose words are uncertain is neither a menu nor a voicemail',
    bot: line([[{ says: menu, confidence: 0.2 }]]),
    suite: `${classified}
      - $DIAL:
          - line is not: voicemail
    `,
    verdict: 'undecided',
    why: 'Nothing shows what was said.',
  },
  {
    kind: 'lie',
    title: 'a dead line is no voicemail, in a pause',
    bot: line([[]]),
    suite: `${classified}
      - $DIAL:
          - no reply within 0.5s
      - $PAUSE 1:
          - line is not: voicemail
    `,
    verdict: 'undecided',
    says: /[Nn]othing was heard/,
    why: 'On a line without any sound, nothing shows what it is.',
  },
  {
    kind: 'lie',
    title: 'a dead line where a suite wants a menu',
    bot: line([[]]),
    suite: `${classified}
      - $DIAL:
          - line is: menu
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'Nothing was offered.',
  },
  {
    kind: 'lie',
    title: 'a line that goes dead after a key is no voicemail',
    bot: line([[{ says: menu }], []]),
    suite: `${classified}
      - $DIAL: for your balance press one
      - $1:
          - no reply within 1s
          - line is not: voicemail
    `,
    verdict: 'undecided',
    says: /[Nn]othing was heard/,
    why: 'What was said before the key shows nothing about what answers it.',
  },
  {
    kind: 'lie',
    title: 'a request for an account number where a suite wants a menu',
    bot: line([[{ says: 'enter your account number followed by the pound key' }]]),
    suite: `${classified}
      - $DIAL:
          - line is: menu
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /input prompt/,
    why: 'It offers no choice.',
  },
  {
    kind: 'honest',
    title: 'a request for an account number',
    bot: line([[{ says: 'enter your account number followed by the pound key' }]]),
    suite: `${classified}
      - $DIAL:
          - line is: input prompt
          - line is not: menu
    `,
    verdict: 'passed',
    broken: {
      bot: line([[{ says: menu }]]),
      verdict: 'failed',
      code: 'mismatch',
    },
    why: 'Digits are asked for, and no choice is offered.',
  },
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
    saysNot: /voicemail/i,
    why: 'What differs is told first: nobody is a recorder by words alone.',
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
    code: 'mismatch',
    says: /voicemail/i,
    why: 'A beep is what a recorder begins with, so the guess is told beside the difference.',
  },
  {
    kind: 'lie',
    title: 'a recorder whose beep comes when its words are long over',
    bot: line([
      [{ says: 'please leave a message after the tone' }, { quietMs: 800 }, { beepMs: 400 }],
    ]),
    suite: `${phone}
      - $DIAL: for your balance press one
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /voicemail/i,
    why: 'The words ask for a look at what follows them.',
  },
  {
    kind: 'lie',
    title: 'a recorder without a beep, which is told to press keys',
    bot: line([[{ says: 'please leave a message' }], []]),
    suite: `${phone.replace('replyTimeout: 1', 'replyTimeout: 300ms')}
      - $DIAL: message
      - $1: five dollars
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    says: /voicemail/i,
    why: 'It spoke of a message and then only listened.',
  },
  {
    kind: 'lie',
    title: 'a menu that offers a mailbox, and answers the key with the wrong thing',
    bot: line([[{ says: 'for your mailbox press one' }], [{ says: 'for sales press two' }]]),
    suite: `${phone}
      - $DIAL: mailbox
      - $1: your mailbox is empty
    `,
    verdict: 'failed',
    code: 'mismatch',
    saysNot: /voicemail/i,
    why: 'A line that reacts is no recorder.',
  },
  {
    kind: 'lie',
    title: 'a menu without a recorder that goes dead',
    bot: line([[{ says: 'for your balance press one' }], []]),
    suite: `${phone.replace('replyTimeout: 1', 'replyTimeout: 300ms')}
      - $DIAL: press one
      - $1: five dollars
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    saysNot: /voicemail/i,
    why: 'Silence alone is no recorder either.',
  },
  {
    kind: 'honest',
    title: 'a line that asks for a name after the beep',
    bot: line([
      [{ says: 'say your name after the beep' }, { quietMs: 100 }, { beepMs: 400 }],
      [{ says: 'welcome' }],
    ]),
    suite: `${phone}
      - $DIAL: say your name
      - ada: welcome
    `,
    verdict: 'passed',
    broken: {
      suite: ['welcome', 'goodbye'],
      verdict: 'failed',
      code: 'mismatch',
      saysNot: /voicemail/i,
    },
    why: 'Not only recorders beep.',
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
    verdict: 'undecided',
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
    verdict: 'undecided',
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
    title: 'music on hold between two prompts',
    bot: line([
      [{ says: 'please hold' }, { musicMs: 7000 }, { quietMs: 100 }, { says: 'five dollars' }],
    ]),
    suite: `${onHold.replace('replyTimeout: 1', 'replyTimeout: 12')}
      - $DIAL:
        - prompt === please hold
      - $SILENCE:
        - prompt === five dollars
    `,
    verdict: 'passed',
    broken: {
      bot: line([
        [{ says: 'please hold' }, { musicMs: 7000 }, { quietMs: 100 }, { says: 'nine dollars' }],
      ]),
      verdict: 'failed',
      code: 'mismatch',
    },
    why: 'Music ends what was said before it, and says nothing.',
  },
  {
    kind: 'lie',
    title: 'a line that answers with music alone',
    bot: line([[{ musicMs: 9000 }]], { hears: () => 'welcome' }),
    suite: `${onHold.replace('replyTimeout: 1', 'replyTimeout: 2')}
      - $DIAL: welcome
    `,
    verdict: 'failed',
    code: 'music',
    why: 'A recognizer invents words for music; nobody has said them.',
  },
  {
    kind: 'honest',
    title: 'an announcement before the answer',
    bot: line([[{ says: 'welcome' }]], { early: [{ says: 'please hold' }, { quietMs: 600 }] }),
    suite: `${phone}
      - $DIAL:
        - prompt === welcome
        - early[0].transcript === please hold
    `,
    verdict: 'passed',
    broken: {
      bot: line([[{ says: 'welcome' }]], { early: [{ says: 'we are closed' }, { quietMs: 600 }] }),
      verdict: 'failed',
      code: 'mismatch',
    },
    why: 'Speech before the answer counts as said.',
  },
  {
    kind: 'lie',
    title: 'a line that says the right thing before it answers, and another one after it',
    bot: line([[{ says: 'we are closed' }]], {
      early: [{ says: 'for your balance press one' }, { quietMs: 600 }],
    }),
    suite: `${phone}
      - $DIAL: for your balance press one
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /we are closed/,
    why: 'Whoever has called hears the menu of a line that has answered.',
  },
  {
    kind: 'lie',
    title: 'a line that speaks before it answers, and then never again',
    bot: line([[]], { early: [{ says: 'please hold' }, { quietMs: 600 }] }),
    suite: `${phone.replace('replyTimeout: 1', 'replyTimeout: 300ms')}
      - $DIAL
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'An announcement is no answer.',
  },
  {
    kind: 'lie',
    title: 'an announcement before the answer that nobody is sure of',
    bot: line([[{ says: 'welcome' }]], {
      early: [{ says: 'please hold', confidence: 0.2 }, { quietMs: 600 }],
    }),
    suite: `${phone}
      - $DIAL:
        - early[0].transcript: please hold
    `,
    verdict: 'undecided',
    code: 'low-confidence',
    why: 'Uncertainty is never rounded to green, before the answer neither.',
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
