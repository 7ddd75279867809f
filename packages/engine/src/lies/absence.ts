/** Absence: paths that find nothing, because of the bot or because of the suite. */
import { answers } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = 'channel: { kind: http, url: http://127.0.0.1:PORT/ }';
const strict = `
      configuration:
        syntax: 2
        ${http}
      ---`;

const refunded = answers({ text: 'All done.', items: [{ name: 'refund' }] });

export const absence: LieCase[] = [
  {
    kind: 'lie',
    title: 'a refund behind a misspelt list',
    bot: refunded,
    suite: `${strict}
      - test: Refund
      - Cancel my order:
        - itmes[0].name != refund
    `,
    verdict: 'failed',
    says: /items\[0\]\.name/,
    why: 'The list is called items and holds a refund: the suite looked past it.',
  },
  {
    kind: 'lie',
    title: 'a refund behind a misspelt list, in a suite of today',
    bot: refunded,
    suite: `
      configuration: { ${http} }
      ---
      - test: Refund
      - Cancel my order:
        - itmes[0].name != refund
    `,
    verdict: 'passed',
    vacuous: 1,
    why: 'Suites of today keep their verdict, but this check could not fail.',
  },
  {
    kind: 'lie',
    title: 'a refund behind a misspelt last key',
    bot: refunded,
    suite: `${strict}
      - test: Refund
      - Cancel my order:
        - items[0].nmae != refund
    `,
    verdict: 'failed',
    says: /items\[0\]\.name/,
    why: 'The last key counts like the others.',
  },
  {
    kind: 'lie',
    title: 'a refund behind a key in other letters',
    bot: answers({ text: 'All done.', refundId: 'r-1' }),
    suite: `${strict}
      - test: Refund
      - Cancel my order:
        - refundID not exists
    `,
    verdict: 'failed',
    says: /refundId/,
    why: 'Keys are told apart by case, so another case looks at nothing.',
  },
  {
    kind: 'lie',
    title: 'a refund behind a misspelt list of which every item is looked at',
    bot: refunded,
    suite: `${strict}
      - test: Refund
      - Cancel my order:
        - itmes[*].name != refund
    `,
    verdict: 'failed',
    why: 'No list was looked through at all.',
  },
  {
    kind: 'lie',
    title: 'too many results behind a misspelt length',
    bot: answers({ text: 'Found.', results: Array(40).fill(1) }),
    suite: `${strict}
      - test: Results
      - Find flights:
        - result.length !> 10
    `,
    verdict: 'failed',
    why: 'Nothing is not a number below ten.',
  },
  {
    kind: 'lie',
    title: 'a branch on a misspelt path that skips the check behind it',
    bot: answers({ text: 'All done.', items: [{ name: 'refund' }] }),
    suite: `${strict}
      - test: Refund
      - Cancel my order:
        - prompt: done
        - itmes[0].name != refund goto $EXIT
      - Was it refunded?: no refund
    `,
    verdict: 'failed',
    why: 'The condition holds only because it looks at nothing, and the test ends before its point.',
  },
  {
    kind: 'honest',
    title: 'no error where none is to be',
    bot: answers({ text: 'Booked.', booking: { id: 7 } }),
    suite: `${strict}
      - test: Booking
      - Book it:
        - error not exists
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Booked.', error: 'no seat' }), verdict: 'failed' },
    why: 'APIs leave out what did not happen, and nothing there is called nearly like it.',
  },
  {
    kind: 'honest',
    title: 'a short key that has nothing in common with another short one',
    bot: answers({ text: 'Hello.', ok: true }),
    suite: `${strict}
      - test: Anonymous
      - hello:
        - id not exists
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Hello.', ok: true, id: 'u-1' }), verdict: 'failed' },
    why: 'Two edits make any word of two letters out of any other: that is no misspelling.',
  },
  {
    kind: 'honest',
    title: 'a key that came in another step of the same run',
    bot: answers({ text: 'Paid.', refund: 'no' }, { text: 'Refunded.', refunds: ['r-1'] }),
    suite: `${strict}
      - test: Refund
      - Pay:
        - refunds not exists
      - Refund it:
        - refunds[0]: r-1
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ text: 'Paid.', refunds: ['r-0'] }, { text: 'Refunded.', refunds: ['r-1'] }),
      verdict: 'failed',
    },
    why: 'The path leads somewhere when there is something: it is no mistake, though "refund" is near.',
  },
  {
    kind: 'honest',
    title: 'an empty list in which nothing is forbidden',
    bot: answers({ text: 'All done.', items: [] }),
    suite: `${strict}
      - test: Refund
      - Cancel my order:
        - items[*].name != refund
    `,
    verdict: 'passed',
    broken: { bot: refunded, verdict: 'failed' },
    why: 'The list was there and held nothing.',
  },
  {
    kind: 'honest',
    title: 'a second item that is not there',
    bot: answers({ text: 'All done.', items: [{ name: 'order' }] }),
    suite: `${strict}
      - test: One item
      - Show my basket:
        - items[1].name not exists
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ text: 'All done.', items: [{ name: 'order' }, { name: 'gift' }] }),
      verdict: 'failed',
    },
    why: 'The list ends before it.',
  },
  {
    kind: 'honest',
    title: 'a search everywhere that finds nothing',
    bot: answers({ text: 'All done.', log: [{ step: 'lookup' }] }),
    suite: `${strict}
      - test: Refund
      - Cancel my order:
        - $..step != refund
        - $..refundId not exists
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ text: 'All done.', log: [{ step: 'lookup', audit: { refundId: 1 } }] }),
      verdict: 'failed',
    },
    why: 'Everything was looked at.',
  },
  {
    kind: 'honest',
    title: 'no card, asked for by the short name of the field',
    bot: answers({ text: 'Hello.' }),
    suite: `${strict}
      - test: Card
      - hello:
        - cardTitle not exists
        - buttons not exists
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ text: 'Hello.', card: { mainTitle: 'Advertisement' } }),
      verdict: 'failed',
    },
    why: 'Short names and parts of a reply are known and cannot be misspelt.',
  },
  {
    kind: 'lie',
    title: 'no tool was called, says a bot that never tells of tools',
    bot: answers({ text: 'I have refunded your order.' }),
    suite: `${strict}
      - test: Tools
      - Cancel my order:
        - tool_calls not exists
    `,
    verdict: 'failed',
    why: 'Evidence that was never received proves nothing: no source would have shown a call.',
  },
  {
    kind: 'lie',
    title: 'an error behind a key with a null in it',
    bot: answers({ text: 'All done.', error: { code: null, reason: 'declined' } }),
    suite: `${strict}
      - test: Error
      - Pay:
        - error not exists
    `,
    verdict: 'failed',
    why: 'There is an error.',
  },
  {
    kind: 'honest',
    title: 'a zero that exists',
    bot: answers({ text: 'You have no debts.', balance: 0, frozen: false }),
    suite: `${strict}
      - test: Balance
      - What is my balance?:
        - balance exists
        - frozen exists
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'You have no debts.', balance: null }), verdict: 'failed' },
    why: 'Zero and false are values; null is none.',
  },
  {
    kind: 'lie',
    title: 'a receipt that is an empty text',
    bot: answers({ text: 'Paid.', receipt: '' }),
    suite: `${strict}
      - test: Receipt
      - Pay:
        - receipt exists
    `,
    verdict: 'failed',
    why: 'An empty text is nothing.',
  },
  {
    kind: 'honest',
    title: 'keys with spaces, dots and umlauts',
    bot: answers({ text: 'Done.', 'sub title': { 'a.b': [{ größe: 3 }] } }),
    suite: `${strict}
      - test: Keys
      - Order it:
        - "$['sub title']['a.b'][-1].größe": 3
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Done.', 'sub title': { 'a.b': [] } }), verdict: 'failed' },
    why: 'They are keys like any other.',
  },
  {
    kind: 'honest',
    title: 'an answer that is a list from its root on',
    bot: answers([
      { text: 'Hello.', intent: 'greet' },
      { text: 'Ada!', intent: 'name' },
    ]),
    suite: `${strict}
      - test: Root
      - hello:
        - $[1].intent === name
        - payload.length == 2
        - $[*].intent != refund
    `,
    verdict: 'passed',
    broken: {
      bot: answers([{ text: 'Hello.' }, { text: 'Ada!', intent: 'refund' }]),
      verdict: 'failed',
    },
    why: 'Paths begin wherever the answer does.',
  },
];
