/** Values of a whole run: tokens that are refused, missing or expired, and values that a check saves. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, answersTo } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

const ok = (body: object): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const refused: Answer = { ...(ok({ error: 'unauthorized' }) as object), status: 401 } as Answer;

interface Agent {
  /** Answer of the token service, by the number of requests before. */
  token(asked: number): Answer;
  /** State of every order. */
  state?: string;
}

/** An agent and a system of record that accept only the newest token. */
const agent =
  ({ token, state = 'refunded' }: Agent): Bot =>
  () => {
    let asked = 0;
    return answersTo(async (text, { url, headers }: IncomingMessage) => {
      if (url === '/token') return token(asked++);
      if (headers.authorization !== `Bearer token-${asked}`) return refused;
      if (text.startsWith('Slowly')) await sleep(700);
      if (url === '/bot') return { text: 'I have refunded order R-10.' };
      return ok({ state, id: 'R-1*' });
    })();
  };

const newToken = (seconds: unknown) => (asked: number) =>
  ok({ access_token: `token-${asked + 1}`, expires_in: seconds });

const suite = (tests: string, expires = 'expires: $.expires_in') => `
      configuration:
        syntax: 2
        channel:
          kind: http
          url: http://127.0.0.1:PORT/bot
          headers: { authorization: "Bearer {{token}}" }
        variables: { api: "http://127.0.0.1:PORT" }
        concurrency: 1
        replyTimeout: 3s
        before all:
          - request: POST {{api}}/token
            save: { token: $.access_token }
            ${expires}
      ---
${tests}`;

const refund = (name: string, message = 'Refund the order') => `
      - test: ${name}
      - ${message}: refunded
      - $CHECK GET {{api}}/orders/7:
        - headers: { authorization: "Bearer {{token}}" }
        - $.state === refunded`;

const two = `${refund('A', 'Slowly refund')}\n      ---${refund('B')}`;

export const runValues: LieCase[] = [
  {
    kind: 'lie',
    title: 'an empty value, which any reply contains',
    bot: agent({ token: () => ok({ access_token: '' }) }),
    suite: suite(
      `
      - test: A
      - Refund the order: "{{token}}"
    `,
      '',
    ),
    verdict: 'error',
    code: 'set-up-failed',
    says: /has an empty text at \$\.access_token to save as token/,
    why: 'A check with an empty text passes on every reply.',
  },
  {
    kind: 'honest',
    title: 'a token that expires between two tests',
    bot: agent({ token: newToken(1) }),
    suite: suite(two),
    verdict: 'passed',
    broken: {
      bot: agent({ token: newToken(1), state: 'paid' }),
      verdict: 'failed',
      code: 'check-failed',
    },
    why: 'The token is fetched again, as any client does.',
  },
  {
    kind: 'honest',
    title: 'one token for all tests of a run',
    bot: agent({ token: (asked) => (asked === 0 ? newToken(600)(0) : refused) }),
    suite: suite(two),
    verdict: 'passed',
    broken: {
      bot: agent({ token: (asked) => (asked === 0 ? newToken(1)(0) : refused) }),
      verdict: 'error',
      code: 'set-up-failed',
      tests: { A: 'passed', B: 'error' },
    },
    why: 'A service that gives one token is enough, unless it expires.',
  },
  {
    kind: 'lie',
    title: 'a token service that refuses, and an agent that nobody asked',
    bot: agent({ token: () => refused }),
    suite: suite(refund('A')),
    verdict: 'error',
    code: 'set-up-failed',
    saysNot: /The bot/,
    why: 'Nothing is known about the agent. It is neither right nor wrong.',
  },
  {
    kind: 'lie',
    title: 'a token service that is polite and gives no token',
    bot: agent({ token: () => ok({ message: 'Welcome' }) }),
    suite: suite(refund('A')),
    verdict: 'error',
    code: 'set-up-failed',
    says: /nothing at \$\.access_token/,
    why: 'With an empty token, the refusals of the system would count against the agent.',
  },
  {
    kind: 'lie',
    title: 'a token with a lifetime that is no number',
    bot: agent({ token: newToken('one hour') }),
    suite: suite(refund('A')),
    verdict: 'error',
    code: 'set-up-failed',
    says: /no number of seconds at \$\.expires_in/,
    why: 'Otherwise, it would be used after its end, and the agent would be blamed.',
  },
  {
    kind: 'lie',
    title: 'an agent that names another record than the system of record',
    bot: agent({ token: newToken(600) }),
    suite: suite(`
      - test: A
      - $CHECK GET {{api}}/orders/7:
        - headers: { authorization: "Bearer {{token}}" }
        - $.state === refunded
        - save: { refund: $.id }
      - Which order did you refund?: "order {{refund}}"`),
    verdict: 'failed',
    code: 'mismatch',
    why: 'The id of the system contains a *, which is no wildcard: R-1* is not R-10.',
  },
  {
    kind: 'lie',
    title: 'a record without the value that the next message needs',
    bot: agent({ token: newToken(600) }),
    suite: suite(`
      - test: A
      - $CHECK GET {{api}}/orders/7:
        - headers: { authorization: "Bearer {{token}}" }
        - $.state === refunded
        - save: { refund: $.refund.id }
      - Repeat {{refund}}: refunded`),
    verdict: 'failed',
    code: 'not-saved',
    why: 'The next message would contain {{refund}}, and the agent repeats what it likes.',
  },
  {
    kind: 'lie',
    title: 'a token in a suite without syntax 2',
    bot: agent({ token: newToken(600) }),
    suite: `
      configuration:
        channel: { kind: http, url: "http://127.0.0.1:PORT/bot" }
        before all: [{ request: POST http://127.0.0.1:PORT/token }]
      ---
      - test: A
      - Refund the order: unauthorized
    `,
    verdict: 'error',
    says: /"before all" is unknown/,
    why: 'Suites mean what they meant, and a warning says so.',
  },
];
