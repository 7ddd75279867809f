/** Checks of the system of record: outdated data, refusals, error pages, or requests for something else. */
import type { IncomingMessage } from 'node:http';
import { type Answer, answersTo, page } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

const head = `
      configuration:
        syntax: 2
        channel: { kind: http, url: http://127.0.0.1:PORT/bot }
        variables: { api: "http://127.0.0.1:PORT" }
        replyTimeout: 3s
      ---
      - test: Refunds
      - Refund order 7: refunded`;

const said = { text: 'I have refunded your order.' };

/** An agent that claims a refund, and a system of record that returns the state of the order. */
const system =
  (answer: (asked: number, request: IncomingMessage) => Answer): Bot =>
  () => {
    let asked = 0;
    return answersTo((_, request) => (request.url === '/bot' ? said : answer(asked++, request)))();
  };

const order = (state: string): Answer => ({ order: { state }, state });
const always = (answer: Answer): Bot => system(() => answer);
const withStatus = (status: number, body: string | object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const isRefunded = `${head}
      - $CHECK GET {{api}}/orders/7:
        - status: 200
        - $.state === refunded
    `;

const isRefundedSoon = isRefunded.replace('- status', '- within: 1s\n        - status');

const isRefundedOnce = isRefunded.replace('- status', '- stays: 700ms\n        - status');

interface Shop {
  /** False if the agent only claims to refund. */
  refunds?: boolean;
  /** True if the agent refunds the first order every time. */
  refundsFirst?: boolean;
  /** Answer of the system to a request to create an order, which the system then ignores. */
  create?: Answer;
  /** True if the system refuses to delete orders. */
  keeps?: boolean;
}

/** An agent, and a system in which orders are created, refunded and deleted. */
const shop =
  ({ refunds = true, refundsFirst = false, create, keeps = false }: Shop = {}): Bot =>
  () => {
    const orders = new Map<string, string>();
    let made = 0;
    return answersTo((text, { method, url = '' }) => {
      const id = url.split('/')[2] ?? '';
      if (url === '/bot') {
        const order = refundsFirst ? 'order-1' : /order-\d+/.exec(text)?.[0];
        if (refunds && order) orders.set(order, 'refunded');
        return said;
      }
      if (method === 'POST') {
        if (create) return create;
        const order = `order-${++made}`;
        orders.set(order, 'paid');
        return withStatus(201, { id: order });
      }
      if (method === 'DELETE') {
        return keeps ? withStatus(500, 'no') : withStatus(orders.delete(id) ? 200 : 404, '{}');
      }
      return orders.has(id) ? { state: orders.get(id) as string } : withStatus(404, '{}');
    })();
  };

const withOrder = `
      configuration:
        syntax: 2
        channel: { kind: http, url: http://127.0.0.1:PORT/bot }
        variables: { api: "http://127.0.0.1:PORT" }
        concurrency: 1
        before each:
          - request: POST {{api}}/orders
            status: 201
            save: { order: $.id }
        after each:
          - request: DELETE {{api}}/orders/{{order}}
      ---
      - test: Refunds
      - Refund order {{order}}: refunded
      - $CHECK GET {{api}}/orders/{{order}}:
        - $.state === refunded`;

const second = `
      ---
      - test: Refunds again
      - Refund order {{order}}: refunded
      - $CHECK GET {{api}}/orders/{{order}}:
        - $.state === refunded`;

export const records: LieCase[] = [
  {
    kind: 'honest',
    title: 'a refund that the system of record knows',
    bot: always(order('refunded')),
    suite: isRefunded,
    verdict: 'passed',
    broken: {
      bot: always(order('paid')),
      verdict: 'failed',
      code: 'check-failed',
      says: /refunded/,
    },
    why: 'The state is the proof.',
  },
  {
    kind: 'honest',
    title: 'a refund that the system of record knows a moment later',
    bot: system((asked) => order(asked < 1 ? 'paid' : 'refunded')),
    suite: isRefundedSoon,
    verdict: 'passed',
    broken: {
      suite: ['within: 1s', 'label: now'],
      bot: system((asked) => order(asked < 1 ? 'paid' : 'refunded')),
      verdict: 'failed',
    },
    why: 'A system that is consistent in the end is consistent.',
  },
  {
    kind: 'honest',
    title: 'a single refund, watched for a while',
    bot: always(order('refunded')),
    suite: isRefundedOnce,
    verdict: 'passed',
    broken: {
      bot: system((asked) => order(asked < 1 ? 'refunded' : 'refunded twice')),
      verdict: 'failed',
      code: 'check-failed',
      says: /got "refunded twice" after \d+ tries in [\d.]+ s, having held for/,
    },
    why: 'What was right at the first look has to be right at the last one.',
  },
  {
    kind: 'lie',
    title: 'a second refund after the check first held',
    bot: system((asked) => order(asked < 1 ? 'refunded' : 'refunded twice')),
    suite: isRefundedOnce,
    verdict: 'failed',
    code: 'check-failed',
    says: /having held for/,
    why: 'A first look that is right says nothing about what comes a moment later.',
  },
  {
    kind: 'honest',
    title: 'a refund read from a copy that lags behind now and then',
    bot: system((asked) => order(asked === 1 ? 'paid' : 'refunded')),
    suite: isRefundedOnce.replace('- stays', '- within: 2s\n        - stays'),
    verdict: 'passed',
    broken: {
      bot: system((asked) => order(asked === 0 ? 'refunded' : 'paid')),
      verdict: 'failed',
      says: /got "paid"/,
    },
    why: 'While it may still become right, an old answer decides nothing.',
  },
  {
    kind: 'lie',
    title: 'a refund that is taken back while the check waits',
    bot: system((asked) => order(asked === 0 ? 'pending' : 'paid')),
    suite: isRefundedSoon,
    verdict: 'failed',
    code: 'check-failed',
    says: /got "paid" after \d+ tries/,
    why: 'The last answer is the evidence, not the first.',
  },
  {
    kind: 'lie',
    title: 'an error page under status 200',
    bot: always(page('<h1>Maintenance</h1>')),
    suite: isRefunded,
    verdict: 'error',
    code: 'check-unreadable',
    says: /not JSON but text\/html/,
    why: 'A page says nothing of the order: neither passed nor the fault of the agent.',
  },
  {
    kind: 'lie',
    title: 'a forbidden state that an error page does not contain',
    bot: always(page('<h1>Maintenance</h1>')),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.state !== paid
    `,
    verdict: 'error',
    code: 'check-unreadable',
    why: 'What cannot be read rules nothing out.',
  },
  {
    kind: 'lie',
    title: 'a forbidden state at a path that does not exist',
    bot: always(order('paid')),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.status !== paid
    `,
    verdict: 'failed',
    code: 'check-failed',
    says: /not exists/,
    why: 'Nothing at a path is not another value there.',
  },
  {
    kind: 'honest',
    title: 'a field that has to be missing',
    bot: always(order('refunded')),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.debt not exists
    `,
    verdict: 'passed',
    broken: { bot: always({ debt: 5 }), verdict: 'failed', code: 'check-failed' },
    why: 'It says itself that nothing should be there.',
  },
  {
    kind: 'lie',
    title: 'a missing order that has no forbidden state either',
    bot: always(withStatus(404, { error: 'no such order' })),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.debt not exists
    `,
    verdict: 'failed',
    code: 'check-failed',
    says: /status/,
    why: 'Without a status in the suite the request has to succeed.',
  },
  {
    kind: 'honest',
    title: 'an order that has to be gone',
    bot: always(withStatus(404, { error: 'no such order' })),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - status: 404
    `,
    verdict: 'passed',
    broken: { bot: always(order('paid')), verdict: 'failed', code: 'check-failed' },
    why: 'A status that is asserted is an answer.',
  },
  {
    kind: 'lie',
    title: 'an order that has to be gone from a system that refuses to tell',
    bot: always(withStatus(401, { error: 'who are you?' })),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - status: 404
    `,
    verdict: 'error',
    code: 'check-unavailable',
    why: 'The credentials of the suite are wrong, not the agent.',
  },
  {
    kind: 'lie',
    title: 'a system of record that is down',
    bot: always(withStatus(503, 'overloaded')),
    suite: isRefundedSoon,
    verdict: 'error',
    code: 'check-unavailable',
    saysNot: /bot/i,
    why: 'It does not say how the order is.',
  },
  {
    kind: 'lie',
    title: 'a system of record that nobody runs',
    bot: always(order('refunded')),
    suite: isRefunded.replace('{{api}}/orders', 'http://127.0.0.1:1/orders'),
    verdict: 'error',
    saysNot: /the bot/i,
    why: 'An error of the check is no failure of the bot.',
  },
  {
    kind: 'lie',
    title: 'status 20 in status 200',
    bot: always(order('refunded')),
    suite: isRefunded.replace('200', '20'),
    verdict: 'refused',
    says: /100 to 599/,
    why: 'A status is a number, not a text that contains another.',
  },
  {
    kind: 'lie',
    title: 'a check that asks for nothing',
    bot: always(order('paid')),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7
    `,
    verdict: 'refused',
    says: /has no expectations/,
    why: 'It would pass whatever the system says.',
  },
  {
    kind: 'lie',
    title: 'a check of the order that nobody named',
    bot: always(order('refunded')),
    suite: isRefunded.replace('orders/7', 'orders/{{order}}'),
    verdict: 'error',
    code: 'no-value',
    says: /\{\{order\}\} has no value, in the request GET/,
    why: 'A request with a template in its address asks about something else.',
  },
  {
    kind: 'lie',
    title: 'a forbidden value that nobody named',
    bot: always(order('paid')),
    suite: isRefunded.replace('=== refunded', '!== {{forbidden}}'),
    verdict: 'error',
    code: 'no-value',
    why: 'A template differs from every state.',
  },
  {
    kind: 'lie',
    title: 'a path without the sign of a path',
    bot: always(order('paid')),
    suite: isRefunded.replace('$.state === refunded', 'state === refunded'),
    verdict: 'refused',
    says: /not a part of an answer.*\$\.state/,
    why: 'It could mean a part of the reply, which says nothing here.',
  },
  {
    kind: 'lie',
    title: 'a check in a suite without syntax 2',
    bot: always(order('paid')),
    suite: `
      configuration:
        channel: { kind: http, url: http://127.0.0.1:PORT/bot }
      ---
      - test: Refunds
      - $CHECK GET http://127.0.0.1:PORT/orders/7: refunded
    `,
    verdict: 'passed',
    says: /is sent to the bot/,
    why: 'Suites mean what they meant: the text is said, and the problems warn of it.',
  },
  {
    kind: 'lie',
    title: 'a redirect to a page to sign in',
    bot: system((_, { url }) =>
      url === '/login'
        ? page('<h1>Sign in</h1>')
        : { status: 302, headers: { location: '/login' }, body: '' },
    ),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - status: 200
        - $.state !== paid
    `,
    verdict: 'error',
    code: 'check-unreadable',
    why: 'The page succeeds, and is no answer.',
  },
  {
    kind: 'lie',
    title: 'a record whose number differs in its last digit',
    bot: always(withStatus(200, '{"id":9007199254740992}')),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.id === 9007199254740993
    `,
    verdict: 'failed',
    code: 'check-failed',
    why: 'As numbers of JavaScript both are the same.',
  },
  {
    kind: 'honest',
    title: 'a record with a long number',
    bot: always(withStatus(200, '{"id":9007199254740993}')),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.id === 9007199254740993
    `,
    verdict: 'passed',
    broken: {
      bot: always(withStatus(200, '{"id":9007199254740994}')),
      verdict: 'failed',
      code: 'check-failed',
    },
    why: 'All digits count.',
  },
  {
    kind: 'lie',
    title: 'an absence at a path that is nearly there',
    bot: always({ state: 'refunded' }),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.stat not exists
    `,
    verdict: 'passed',
    vacuous: 1,
    why: 'The name may be mistyped, so that the check proves nothing.',
  },
  {
    kind: 'honest',
    title: 'a search that is sent by POST',
    bot: always({ found: 1 }),
    suite: `${head}
      - $CHECK POST {{api}}/search:
        - json: { order: 7 }
        - $.found === 1
    `,
    verdict: 'passed',
    broken: { bot: always({ found: 10 }), verdict: 'failed', code: 'check-failed' },
    why: 'Some systems are asked by POST, and 10 is not 1.',
  },
  {
    kind: 'honest',
    title: 'one of several statuses',
    bot: always(withStatus(203, { state: 'refunded' })),
    suite: isRefunded.replace('status: 200', 'status: [200, 203]'),
    verdict: 'passed',
    broken: {
      suite: ['[200, 203]', '[200, 204]'],
      verdict: 'failed',
      code: 'check-failed',
      says: /status/,
    },
    why: 'The suite says which statuses are fine.',
  },
  {
    kind: 'honest',
    title: 'a status that is compared',
    bot: always(withStatus(302, { state: 'refunded' })),
    suite: isRefunded.replace('status: 200', 'status < 400'),
    verdict: 'passed',
    broken: { bot: always(withStatus(404, {})), verdict: 'failed', code: 'check-failed' },
    why: 'A redirect without an address is an answer as any other.',
  },
  {
    kind: 'honest',
    title: 'a system that answers in words',
    bot: always(page('refund done', 'text/plain')),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7/log:
        - body == refund done
    `,
    verdict: 'passed',
    broken: { bot: always(page('refund failed', 'text/plain')), verdict: 'failed' },
    why: 'A text is checked as a text.',
  },
  {
    kind: 'honest',
    title: 'JSON under another type',
    bot: always(page('{"state":"refunded"}', 'text/plain')),
    suite: isRefunded,
    verdict: 'passed',
    broken: {
      bot: always(page('{"state":"refunded"', 'text/plain')),
      verdict: 'error',
      code: 'check-unreadable',
    },
    why: 'What can be read counts, and half of it cannot.',
  },
  {
    kind: 'honest',
    title: 'a record that has moved',
    bot: system((_, { url }) =>
      url === '/moved'
        ? order('refunded')
        : { status: 307, headers: { location: '/moved' }, body: '' },
    ),
    suite: isRefunded,
    verdict: 'passed',
    broken: {
      bot: system((_, { url }) =>
        url === '/moved'
          ? order('paid')
          : { status: 307, headers: { location: '/moved' }, body: '' },
      ),
      verdict: 'failed',
      code: 'check-failed',
    },
    why: 'Redirects are followed, and the answer at their end decides.',
  },
  {
    kind: 'honest',
    title: 'one refund, counted in the record',
    bot: always({ refunds: [{ amount: 40 }] }),
    suite: `${head}
      - $CHECK GET {{api}}/orders/7:
        - $.refunds.length === 1
    `,
    verdict: 'passed',
    broken: {
      bot: always({ refunds: [{ amount: 40 }, { amount: 40 }] }),
      verdict: 'failed',
      code: 'check-failed',
      says: /got "2"/,
    },
    why: 'The agent says the same after one refund and after two.',
  },
  {
    kind: 'honest',
    title: 'an order that is made before the test, refunded in it and removed after it',
    bot: shop(),
    suite: withOrder,
    verdict: 'passed',
    broken: { bot: shop({ refunds: false }), verdict: 'failed', code: 'check-failed' },
    why: 'The record that the test made is the one that it checks.',
  },
  {
    kind: 'lie',
    title: 'an agent that refunds the order of the test before',
    bot: shop({ refundsFirst: true }),
    suite: `${withOrder}${second}`,
    verdict: 'failed',
    tests: { Refunds: 'passed', 'Refunds again': 'failed' },
    why: 'Each test has an order of its own, and no value of an earlier one.',
  },
  {
    kind: 'lie',
    title: 'a set-up that answers an error page with the right status',
    bot: shop({ create: { status: 201, body: '<h1>Welcome</h1>' } }),
    suite: withOrder,
    verdict: 'error',
    code: 'set-up-failed',
    saysNot: /bot/i,
    why: 'Without the order nothing is known of the agent.',
  },
  {
    kind: 'lie',
    title: 'a set-up that is refused',
    bot: shop({ create: { status: 403, body: '{"id":1}' } }),
    suite: withOrder,
    verdict: 'error',
    code: 'set-up-unreachable',
    why: 'An error of the set-up is no failure of the agent, and no pass.',
  },
  {
    kind: 'lie',
    title: 'a clean-up that fails after a pass',
    bot: shop({ keeps: true }),
    suite: withOrder,
    verdict: 'error',
    code: 'clean-up-failed',
    says: /clean-up/,
    why: 'What is left behind may decide the next test: it is not green.',
  },
  {
    kind: 'lie',
    title: 'a clean-up that fails after a failure',
    bot: shop({ keeps: true, refunds: false }),
    suite: withOrder,
    verdict: 'failed',
    code: 'check-failed',
    why: 'The agent has failed, whatever is left behind.',
  },
  {
    kind: 'honest',
    title: 'an order that is gone already when it is removed',
    bot: shop(),
    suite: withOrder.replace(
      'DELETE {{api}}/orders/{{order}}',
      'DELETE {{api}}/orders/none\n            status: [204, 404]',
    ),
    verdict: 'passed',
    broken: {
      suite: ['status: [204, 404]', 'status: 204'],
      verdict: 'error',
      code: 'clean-up-failed',
    },
    why: 'The suite says which answers are fine.',
  },
  {
    kind: 'lie',
    title: 'a saved value under the name of a variable',
    bot: shop(),
    suite: withOrder.replace('variables: {', 'variables: { order: order-7,'),
    verdict: 'refused',
    says: /"order" is saved, but it is a variable/,
    why: 'The check could ask about the order of the variable.',
  },
  {
    kind: 'lie',
    title: 'requests in a suite without syntax 2',
    bot: shop(),
    suite: `
      configuration:
        channel: { kind: http, url: http://127.0.0.1:PORT/bot }
        before each: [{ request: POST http://127.0.0.1:PORT/orders }]
      ---
      - test: Refunds
      - Refund order 7: refunded
    `,
    verdict: 'passed',
    says: /"before each" is unknown/,
    why: 'Suites mean what they meant, and a warning says so.',
  },
];
