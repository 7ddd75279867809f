/** Numbers: above, below, exact, counts, durations. */
import { answers, answersTo, page } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = 'channel: { kind: http, url: http://127.0.0.1:PORT/ }';

export const numbers: LieCase[] = [
  {
    kind: 'lie',
    title: 'a total of a thousand that begins with a one',
    bot: answers({ text: 'Here you are.', total: '1,299.00' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Total
      - What do I owe?:
        - total < 100
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The comma separates thousands.',
  },
  {
    kind: 'honest',
    title: 'a small price with a decimal comma and its currency',
    bot: answers({ text: 'Here you are.', total: '12,50 €' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Total
      - What do I owe?:
        - total < 100
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Here you are.', total: '112,50 €' }), verdict: 'failed' },
    why: 'It is twelve and a half.',
  },
  {
    kind: 'lie',
    title: 'a number that can be read in two ways',
    bot: answers({ text: 'Here you are.', total: '1,299' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Total
      - What do I owe?:
        - total !> 100
    `,
    verdict: 'failed',
    why: 'It may be more than a thousand, and nobody knows.',
  },
  {
    kind: 'lie',
    title: 'no number at all where none above 100 is allowed',
    bot: answers({ text: 'Here you are.', total: 'not available' }),
    suite: `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Total
      - What do I owe?:
        - total !> 100
    `,
    verdict: 'failed',
    why: 'What is no number is not known to be small; without the turn it fails as well.',
  },
  {
    kind: 'honest',
    title: 'a number exactly at its limit',
    bot: answers({ text: 'Here you are.', total: 100 }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Limit
      - What do I owe?:
        - total !> 100
        - total <= 100
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Here you are.', total: 101 }), verdict: 'failed' },
    why: 'A hundred is not more than a hundred.',
  },
  {
    kind: 'lie',
    title: 'one price among many that is too high',
    bot: answers({ text: 'Two flights.', offers: [{ price: 50 }, { price: 5000 }] }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Prices
      - Cheap flights, please:
        - offers[*].price !> 100
    `,
    verdict: 'failed',
    why: 'None may be above a hundred, and one is.',
  },
  {
    kind: 'lie',
    title: 'fifty passengers where five are expected',
    bot: answers({ text: 'Booked.', passengers: 50 }),
    suite: `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Booking
      - A table for five:
        - passengers: 5
    `,
    verdict: 'failed',
    why: 'A number contains no other number; 5 and 50 share a digit.',
  },
  {
    kind: 'honest',
    title: 'fifteen passengers where five are forbidden',
    bot: answers({ text: 'Booked.', passengers: 15 }),
    suite: `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Booking
      - A table for fifteen:
        - passengers != 5
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Booked.', passengers: 5 }), verdict: 'failed' },
    why: 'Fifteen is not five.',
  },
  {
    kind: 'lie',
    title: 'eleven results where one is expected',
    bot: answers({ text: 'Found.', items: Array(11).fill({ id: 1 }) }),
    suite: `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Results
      - Find my order:
        - items.length: 1
    `,
    verdict: 'failed',
    why: 'Eleven is not one.',
  },
  {
    kind: 'honest',
    title: 'an id that is a number where a text was written',
    bot: answers({ text: 'Found.', id: 4711 }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Id
      - Find my order:
        - id === 4711
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Found.', id: 47110 }), verdict: 'failed' },
    why: 'It is the same number.',
  },
  {
    kind: 'lie',
    title: 'a status that only contains the expected one',
    bot: answers({ text: 'Done.', status: 'not ok' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Status
      - Pay my bill:
        - status === ok
    `,
    verdict: 'failed',
    why: 'The whole value counts.',
  },
  {
    kind: 'lie',
    title: 'an answer that is right and slow',
    bot: answersTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return { text: 'Hello.' };
    }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Slow
      - hello:
        - prompt: hello
        - latency < 50ms
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The time is part of what is expected.',
  },
  {
    kind: 'lie',
    title: 'an answer that comes after its time',
    bot: answersTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      return { text: 'Hello.' };
    }),
    suite: `
      configuration:
        ${http}
        replyTimeout: 500ms
      ---
      - test: Late
      - hello: hello
    `,
    verdict: 'failed',
    code: 'reply-late',
    why: 'Right words do not make it come in time.',
  },
  {
    kind: 'lie',
    title: 'answers that are each in time and together are not',
    bot: answersTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return { text: 'Hello.' };
    }),
    suite: `
      configuration:
        ${http}
        latencyBudget: 100ms
      ---
      - test: Budget
      - one: hello
      - two: hello
    `,
    verdict: 'failed',
    code: 'latency-budget',
    why: 'The budget is for the conversation.',
  },
  {
    kind: 'honest',
    title: 'a thousand as other countries write it',
    bot: answers({ text: 'Here you are.', total: '1.299,00 €' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Total
      - What do I owe?:
        - total > 1000
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Here you are.', total: '1,299 00' }), verdict: 'failed' },
    why: 'Two marks show which of them is the fraction.',
  },
  {
    kind: 'honest',
    title: 'a debt, which is a number below zero',
    bot: answers({ text: 'Here you are.', balance: -3.5 }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Debt
      - What is my balance?:
        - balance < 0
        - balance >= -3.5
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Here you are.', balance: 3.5 }), verdict: 'failed' },
    why: 'The sign counts.',
  },
  {
    kind: 'honest',
    title: 'an answer that takes its time, as it may',
    bot: answersTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { text: 'Hello.' };
    }),
    suite: `
      configuration:
        ${http}
        replyTimeout: 300ms
      ---
      - test: Slow
      - hello:
        - set replyTimeout: 5
        - prompt: hello
        - latency >= 70
    `,
    verdict: 'passed',
    broken: {
      suite: ['set replyTimeout: 5', 'set replyTimeout: 350ms'],
      verdict: 'failed',
    },
    why: 'The step sets its own limit.',
  },
  {
    kind: 'lie',
    title: 'a high price behind its currency where none above 100 is allowed',
    bot: answers({ text: 'Here you are.', total: '$5,000.00' }),
    suite: `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Total
      - What do I owe?:
        - total !> 100
    `,
    verdict: 'failed',
    why: 'It was not read as a number, so nobody knows that it is small.',
  },
  {
    kind: 'lie',
    title: 'no number where none above 100 is allowed, in a suite of today',
    bot: answers({ text: 'Here you are.', total: '$5,000.00' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Total
      - What do I owe?:
        - total !> 100
    `,
    verdict: 'passed',
    vacuous: 1,
    why: 'It keeps its verdict, and that no number was compared is said.',
  },
  {
    kind: 'honest',
    title: 'an id with more digits than a number holds',
    bot: answers(page('{"text": "Found.", "id": 1234567890123456789}', 'application/json')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Id
      - Find my order:
        - id === 1234567890123456789
    `,
    verdict: 'passed',
    broken: {
      bot: answers(page('{"text": "Found.", "id": 1234567890123456788}', 'application/json')),
      verdict: 'failed',
    },
    why: 'It is the id to the last digit; many systems count in 64 bits.',
  },
  {
    kind: 'lie',
    title: 'a forbidden id with more digits than a number holds',
    bot: answers(page('{"text": "Found.", "id": 1234567890123456789}', 'application/json')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Id
      - Find my order:
        - id !== 1234567890123456789
    `,
    verdict: 'failed',
    why: 'It is that id.',
  },
  {
    kind: 'honest',
    title: 'a price whose last zero no number keeps',
    bot: answers(page('{"text": "Here you are.", "price": 12.50}', 'application/json')),
    suite: `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Price
      - How much is it?:
        - price: 12.50
        - price === 12.50
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Here you are.', price: 12.55 }), verdict: 'failed' },
    why: 'It is the same number.',
  },
];
