/** Models with a chat completions API: calls, refusals, unfinished answers. */
import { completes, completesInPieces, streams, toolCall } from './bots.ts';
import type { LieCase } from './lie.ts';

const openAi = `
      configuration:
        channel: { kind: openai, url: http://127.0.0.1:PORT/v1/chat/completions, model: small }
        replyTimeout: 400ms
      ---
      - test: Agent`;

const strict = openAi.replace('configuration:', 'configuration:\n        syntax: 2');

const said = 'I have cancelled your order.';
const refunds = { content: said, tool_calls: [toolCall('refund_order', { order: 7 })] };

export const agents: LieCase[] = [
  {
    kind: 'lie',
    title: 'an agent that refunds behind a polite answer',
    bot: completes(refunds),
    suite: `${openAi}
      - Cancel my order:
        - prompt: cancelled
        - $..name != refund_order
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The call stands in the answer, whole or not.',
  },
  {
    kind: 'lie',
    title: 'an agent that refunds behind a polite answer, in pieces',
    bot: completesInPieces(
      { role: 'assistant', content: said },
      { tool_calls: [{ index: 0, ...toolCall('refund_order') }] },
      { finish_reason: 'tool_calls' },
    ),
    suite: `${openAi}
      - Cancel my order:
        - prompt: cancelled
        - $..name != refund_order
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'How an answer is cut into pieces changes nothing of what was called.',
  },
  {
    kind: 'lie',
    title: 'an agent that calls a tool where none may be called',
    bot: completes(refunds),
    suite: `${openAi}
      - Cancel my order:
        - tool_calls not exists
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'It called one.',
  },
  {
    kind: 'honest',
    title: 'an agent that calls no tool where none may be called',
    bot: completes({ content: said }),
    suite: `${strict}
      - Cancel my order:
        - tool_calls not exists
        - refusal not exists
        - finish_reason: stop
    `,
    verdict: 'passed',
    broken: { bot: completes(refunds), verdict: 'failed' },
    why: 'A chat completion would have shown the call, so its absence proves something.',
  },
  {
    kind: 'honest',
    title: 'an agent that answers by a call alone',
    bot: completes({
      content: null,
      tool_calls: [toolCall('lookup_order')],
      finish_reason: 'tool_calls',
    }),
    suite: `${openAi}
      - Where is my order?:
        - tool_calls[0].function.name: lookup_order
    `,
    verdict: 'passed',
    broken: {
      bot: completes({ content: null, tool_calls: [toolCall('refund_order')] }),
      verdict: 'failed',
    },
    why: 'It did what it was to do.',
  },
  {
    kind: 'honest',
    title: 'a call alone where any reply will do',
    bot: completes({ content: null, tool_calls: [toolCall('lookup_order')] }),
    suite: `${openAi}
      - Where is my order?
    `,
    verdict: 'passed',
    broken: { suite: ['- Where is my order?', '- Where is my order? != sorry'], verdict: 'failed' },
    why: 'A call is a reply; what it must not say needs words.',
  },
  {
    kind: 'lie',
    title: 'a model that says nothing and calls nothing',
    bot: completes({ content: said }, { content: '' }),
    suite: `${strict}
      - Cancel my order: cancelled
      - Where is my order?
    `,
    verdict: 'failed',
    code: 'reply-empty',
    why: 'An empty message is no reply.',
  },
  {
    kind: 'lie',
    title: 'an agent that is asked on although its calls were never answered',
    bot: completes({ content: null, tool_calls: [toolCall('lookup_order')] }, { content: 'Hm?' }),
    suite: `${openAi}
      - Where is my order?
      - And now?: Hm?
    `,
    verdict: 'error',
    says: /lookup_order/,
    why: 'No model would take that conversation: somebody has to run its tools.',
  },
  {
    kind: 'lie',
    title: 'a refusal where none may be',
    bot: completes({ content: null, refusal: 'I cannot help with that.' }),
    suite: `${openAi}
      - Where is my order?:
        - refusal not exists
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'It refused.',
  },
  {
    kind: 'lie',
    title: 'an answer that was cut at its limit',
    bot: completes({ content: 'Your order will be', finish_reason: 'length' }),
    suite: `${openAi}
      - Where is my order?:
        - finish_reason: stop
    `,
    verdict: 'failed',
    code: 'mismatch',
    says: /length/,
    why: 'It was not the end of the sentence.',
  },
  {
    kind: 'honest',
    title: 'a call whose arguments come in pieces',
    bot: completesInPieces(
      { role: 'assistant', content: null },
      {
        tool_calls: [
          {
            index: 0,
            id: 'c',
            type: 'function',
            function: { name: 'lookup_order', arguments: '' },
          },
        ],
      },
      { tool_calls: [{ index: 0, function: { arguments: '{"ord' } }] },
      { tool_calls: [{ index: 0, function: { arguments: 'er": 7}' } }] },
      { finish_reason: 'tool_calls' },
    ),
    suite: `${openAi}
      - Where is my order?:
        - tool_calls.length === 1
        - 'tool_calls[0].function.arguments': '{"order": 7}'
    `,
    verdict: 'passed',
    broken: {
      bot: completesInPieces(
        {
          tool_calls: [
            { index: 0, id: 'c', function: { name: 'lookup_order', arguments: '{"ord' } },
          ],
        },
        { tool_calls: [{ index: 0, function: { arguments: 'er": 8}' } }] },
      ),
      verdict: 'failed',
    },
    why: 'The pieces are one call.',
  },
  {
    kind: 'honest',
    title: 'an answer that costs little',
    bot: completes({ content: said }),
    suite: `${openAi}
      - Cancel my order:
        - usage.total_tokens < 100
        - model !~ /preview/
    `,
    verdict: 'passed',
    broken: { suite: ['< 100', '< 10'], verdict: 'failed' },
    why: 'What the model says of itself can be checked.',
  },
  {
    kind: 'honest',
    title: 'a model that thinks of a refund and speaks of none',
    bot: completesInPieces(
      { role: 'assistant', content: null, reasoning_content: 'A refund? No.' },
      { content: 'Your order is ' },
      { content: 'on its way.' },
      { finish_reason: 'stop' },
    ),
    suite: `${openAi}
      - Where is my order?:
        - prompt === Your order is on its way.
        - prompt != refund
    `,
    verdict: 'passed',
    broken: { bot: completesInPieces({ content: 'Here is your refund.' }), verdict: 'failed' },
    why: 'What it thinks is not what it says.',
  },
  {
    kind: 'honest',
    title: 'an answer in parts, as newer models write it',
    bot: completes({
      content: [
        { type: 'text', text: 'On its ' },
        { type: 'text', text: 'way.' },
      ],
    }),
    suite: `${openAi}
      - Where is my order?:
        - prompt === On its way.
    `,
    verdict: 'passed',
    broken: { bot: completes({ content: [{ type: 'text', text: 'Lost.' }] }), verdict: 'failed' },
    why: 'The parts are the text.',
  },
  {
    kind: 'lie',
    title: 'a stream that ends in the middle of a sentence',
    bot: streams([
      undefined,
      { choices: [{ index: 0, delta: { content: 'Your order is ' }, finish_reason: null }] },
    ]),
    suite: `${openAi}
      - Where is my order?: Your order is
    `,
    verdict: 'error',
    why: 'Neither a reason to finish nor a mark of the end: something in between gave up.',
  },
];
