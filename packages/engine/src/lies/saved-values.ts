/** Saved values that later steps use: missing, from another conversation, or taken from the wrong place. */
import { type Answer, answersTo } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

interface Agent {
  /** True if the system refuses to delete orders. */
  keeps?: boolean;
  /** Reply to a new order, by its number. */
  says?(order: string): Answer;
  /** Returns which of the orders the agent refunds. */
  refunds?(orders: string[], asked: string): string | undefined;
}

/** An agent that creates and refunds orders, and the system of record that stores their states. */
const shop =
  ({
    keeps = false,
    says = (order) => ({ text: `I made order ${order}.`, order: { id: order } }),
    refunds = (_, asked) => asked,
  }: Agent = {}): Bot =>
  () => {
    const states = new Map<string, string>();
    return answersTo((text, { url = '', method }): Answer => {
      const [, path, id = ''] = url.split('/');
      if (method === 'DELETE') {
        const isThere = states.delete(id);
        return { status: isThere && !keeps ? 204 : 409, body: '' };
      }
      if (path === 'orders') return { state: states.get(id) ?? 'unknown' };
      if (/order a lamp/i.test(text)) {
        const order = `A-${7 + states.size}`;
        states.set(order, 'new');
        return says(order);
      }
      const refunded = refunds([...states.keys()], /A-\d+/.exec(text)?.[0] ?? '');
      if (refunded) states.set(refunded, 'refunded');
      return { text: refunded ? `Order ${refunded} is refunded.` : `You said ${text}` };
    })();
  };

const suiteOf = (save: string) => `
      configuration:
        syntax: 2
        channel: { kind: http, url: http://127.0.0.1:PORT/bot }
        variables: { api: "http://127.0.0.1:PORT" }
      ---
      - test: Refund
      - I order a lamp:
        - prompt: I made order
        - save: { order: ${save} }
      - Refund {{order}}: Order {{order}} is refunded
      - $CHECK GET {{api}}/orders/{{order}}:
        - $.state === refunded
    `;

const byPattern = suiteOf('"/order (A-[0-9]+)/"');

/** An agent that reports its orders, and renames a field in the reply to "refund". */
const orders = answersTo((text) => ({
  text: text === 'begin' ? 'Order A-7 it is.' : 'Done.',
  orders: { 'A-7': { [text === 'refund' ? 'refundID' : 'refundId']: 4 } },
}));

const withPath = (check: string, repeat = '{ maxTries: 1 }') => `
      configuration:
        syntax: 2
        channel: { kind: http, url: http://127.0.0.1:PORT/bot }
      ---
      - test: Refund
      - repeat: ${repeat}
      - begin:
        - prompt: Order
        - save: { order: "/Order (A-[0-9]+)/" }
      - refund: Done
      - thank you:
        - prompt: Done
        - ${check}
    `;

export const savedValues: LieCase[] = [
  {
    kind: 'honest',
    title: 'a refund of the order that the agent named in words',
    bot: shop(),
    suite: byPattern,
    verdict: 'passed',
    broken: { bot: shop({ refunds: () => undefined }), verdict: 'failed' },
    why: 'The number in the reply leads to the record.',
  },
  {
    kind: 'honest',
    title: 'a refund of the order whose number is in the JSON of the reply',
    bot: shop(),
    suite: suiteOf('$.order.id'),
    verdict: 'passed',
    broken: {
      bot: shop({ refunds: (_, asked) => `${asked}0` }),
      verdict: 'failed',
    },
    why: 'It is the same order in the reply and in the system.',
  },
  {
    kind: 'lie',
    title: 'an agent that refunds the first order, whichever is asked for',
    bot: shop({ refunds: ([first]) => first }),
    suite: `${byPattern.trimEnd().replace('- test: Refund', '- test: Refund\n      - I order a lamp: I made order')}
    `,
    verdict: 'failed',
    why: 'Another order than the one that was saved is refunded.',
  },
  {
    kind: 'lie',
    title: 'an agent that names no order',
    bot: shop({ says: () => ({ text: 'I made order for you.' }) }),
    suite: byPattern,
    verdict: 'failed',
    code: 'not-saved',
    says: /Nothing to save in the reply as order \(\/order/,
    why: 'With the template left in, the agent would repeat it and the check would pass.',
  },
  {
    kind: 'lie',
    title: 'an order number that is a list',
    bot: shop({ says: (order) => ({ text: 'I made order.', order: { id: [order] } }) }),
    suite: suiteOf('$.order.id'),
    verdict: 'failed',
    code: 'not-saved',
    why: 'A list is no single value.',
  },
  {
    kind: 'lie',
    title: 'a name that is used before it is saved',
    bot: shop(),
    suite: byPattern.replace('- I order a lamp:', '- I order {{order}}:'),
    verdict: 'error',
    code: 'no-value',
    why: 'The template itself would be said.',
  },
  {
    kind: 'lie',
    title: 'a value with the name of a variable',
    bot: shop(),
    suite: byPattern.replace('variables: {', 'variables: { order: A-1,'),
    verdict: 'refused',
    says: /A step saves "order", but it is a variable/,
    why: 'One of the two would be lost without a word.',
  },
  {
    kind: 'honest',
    title: 'tries of a test that each make an order of their own',
    bot: shop(),
    suite: byPattern.replace('variables:', 'repeat: {}\n        variables:'),
    verdict: 'passed',
    broken: { bot: shop({ refunds: ([first]) => first }), verdict: 'failed' },
    why: 'No try uses the value of another.',
  },
  {
    kind: 'honest',
    title: 'an order that the agent made, and that is removed afterwards',
    bot: shop(),
    suite: byPattern.replace(
      '---',
      `  after each:
          - request: DELETE {{api}}/orders/{{order}}
            status: 204
      ---`,
    ),
    verdict: 'passed',
    broken: { bot: shop({ keeps: true }), verdict: 'error', code: 'clean-up-failed' },
    why: 'The clean-up knows the number that the reply had.',
  },
  {
    kind: 'lie',
    title: 'a value of a tool where nothing reports tools',
    bot: shop(),
    suite: suiteOf('tool make_order.result.id'),
    verdict: 'undecided',
    code: 'not-saved',
    says: /Nothing reports which tools were called/,
    why: 'It is the suite that looks where nothing can be.',
  },
  {
    kind: 'honest',
    title: 'a token in words, which is stored nowhere and opens the record',
    bot: shop({ says: (order) => ({ text: `I made order ${order} with token secret-${order}.` }) }),
    suite: suiteOf('"/order (A-[0-9]+)/", token: "/token (secret-[A-Z0-9-]+)/"').replace(
      '- $.state',
      '- headers: { authorization: "Bearer {{token}}" }\n        - $.state',
    ),
    verdict: 'passed',
    broken: { suite: ['(secret-', '(public-'], verdict: 'failed', code: 'not-saved' },
    why: 'A re-evaluation sees the mask in its place, and still knows that it was there.',
  },
  {
    kind: 'honest',
    title: 'a reply that contains a template as its number',
    bot: shop({ says: () => ({ text: 'I made order {{api}}.', order: { id: '{{api}}' } }) }),
    suite: `${suiteOf('$.order.id')
      .split('- $CHECK')[0]
      ?.replace('Order {{order}} is refunded', 'You said Refund {{order}}')
      .trimEnd()}
    `,
    verdict: 'passed',
    broken: { suite: ['You said Refund {{order}}', 'You said Refund {{api}}'], verdict: 'failed' },
    why: 'What the bot says is never filled in.',
  },
  {
    kind: 'lie',
    title: 'a mistyped path with a saved value in it',
    bot: orders,
    suite: withPath('orders.{{order}}.refundid not exists'),
    verdict: 'failed',
    code: 'unknown-path',
    says: /Did you mean "orders.A-7.refundId"/,
    why: 'The check cannot fail, whatever the value was.',
  },
  {
    kind: 'lie',
    title: 'a mistyped path with a saved value in it, in a test that is repeated',
    bot: orders,
    suite: withPath('orders.{{order}}.refundid not exists', '{ maxTries: 20 }'),
    verdict: 'failed',
    code: 'unknown-path',
    why: 'Eighteen passes of a check that cannot fail are none.',
  },
  {
    kind: 'honest',
    title: 'a path with a saved value in it that was there a turn before',
    bot: orders,
    suite: withPath('orders.{{order}}.refundID not exists'),
    verdict: 'passed',
    broken: { suite: ['refundID', 'refundid'], verdict: 'failed', code: 'unknown-path' },
    why: 'The second reply had it, and the third has not.',
  },
];
