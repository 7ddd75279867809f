/** Assertions about tokens: used without a reply, counted only in part, counted twice, or not reported. */
import type { Json } from '@parley/suite';
import { answers, completes } from './bots.ts';
import type { LieCase } from './lie.ts';
import { agent, type BotSpan, entry, type SentTrace, spanning } from './spanning-bots.ts';

const suite = (channel: string, more = '') => `
      configuration:
        syntax: 2
        channel: { ${channel} }
        replyTimeout: 3s
        ${more}
      ---
      - test: Agent
      - Refund order 7:
        - prompt: refunded`;

const openAi = suite('kind: openai, url: http://127.0.0.1:PORT/v1/chat/completions, model: small');
const spanned = suite(
  'kind: http, url: http://127.0.0.1:PORT',
  'evidence: { sources: [support-agent], settle: 400ms, timeout: 2s }',
);

const said = 'I have refunded your order.';
const reply: Json = { text: said };

/** The span of a request to a model, by default a child of the agent's span. */
const model = (
  trace: SentTrace,
  number: number,
  used: Record<string, number>,
  { parent = 2, ...more }: { parent?: number; attributes?: BotSpan['attributes'] } = {},
): BotSpan => ({
  ...agent(trace),
  id: String(number).padStart(16, '0'),
  parent: String(parent).padStart(16, '0'),
  name: 'chat small',
  attributes: {
    'gen_ai.operation.name': 'chat',
    ...Object.fromEntries(
      Object.entries(used).map(([name, count]) => [`gen_ai.usage.${name}_tokens`, count]),
    ),
    ...more.attributes,
  },
});

const spans = (...of: ((trace: SentTrace) => BotSpan)[]) =>
  spanning(reply, (trace) => [
    { spans: [entry(trace), agent(trace), ...of.map((one) => one(trace))] },
  ]);

export const tokens: LieCase[] = [
  {
    kind: 'lie',
    title: 'an agent that uses as many tokens as were to be too many',
    bot: completes({ content: said }),
    suite: `${openAi}
        - turn tokens < 12`,
    verdict: 'failed',
    code: 'mismatch',
    says: /12 tokens/,
    why: 'Nine went in and three came out.',
  },
  {
    kind: 'honest',
    title: 'an agent that uses as many tokens as it may',
    bot: completes({ content: said }),
    suite: `${openAi}
        - turn tokens <= 12
        - turn output tokens < 4`,
    verdict: 'passed',
    why: 'Nine went in and three came out.',
    broken: {
      suite: ['tokens < 4', 'tokens < 3'],
      verdict: 'failed',
    },
  },
  {
    kind: 'lie',
    title: 'an answer that reports no tokens',
    bot: answers({ choices: [{ message: { role: 'assistant', content: said } }] }),
    suite: `${openAi}
        - turn tokens < 1000`,
    verdict: 'undecided',
    says: /reports? no tokens/,
    why: 'It used some, and nobody knows how many.',
  },
  {
    kind: 'lie',
    title: 'a budget for a reply that nobody counts',
    bot: answers({ text: said }),
    suite: `${suite('kind: http, url: http://127.0.0.1:PORT')}
        - turn tokens < 1000`,
    verdict: 'error',
    says: /Nothing reports how many tokens/,
    why: 'Without a source the check could never fail.',
  },
  {
    kind: 'lie',
    title: 'a second request to a model, which the reply does not mention',
    bot: spans(
      (trace) => model(trace, 3, { input: 900, output: 50 }),
      (trace) => model(trace, 4, { input: 900, output: 50 }),
    ),
    suite: `${spanned}
        - turn tokens < 1000`,
    verdict: 'failed',
    code: 'mismatch',
    says: /1,900 tokens/,
    why: 'Both requests are paid for.',
  },
  {
    kind: 'honest',
    title: 'one request that two instrumentations report',
    bot: spans(
      (trace) => model(trace, 3, { input: 900, output: 50 }),
      (trace) => model(trace, 4, { input: 900, output: 50 }, { parent: 3 }),
    ),
    suite: `${spanned}
        - turn tokens < 1000`,
    verdict: 'passed',
    why: 'A model within a model is the same request.',
    broken: {
      bot: spans(
        (trace) => model(trace, 3, { input: 900, output: 50 }),
        (trace) => model(trace, 4, { input: 960, output: 50 }, { parent: 3 }),
      ),
      verdict: 'undecided',
    },
  },
  {
    kind: 'lie',
    title: 'a request to a model whose span records no tokens',
    bot: spans(
      (trace) => model(trace, 3, { input: 90, output: 5 }),
      (trace) => model(trace, 4, {}),
    ),
    suite: `${spanned}
        - turn tokens < 1000`,
    verdict: 'undecided',
    says: /records no tokens/,
    why: 'It may have used any number of them.',
  },
  {
    kind: 'lie',
    title: 'an agent that counts more tokens than its models show',
    bot: spanning(reply, (trace) => [
      {
        spans: [
          entry(trace),
          {
            ...agent(trace),
            attributes: {
              'gen_ai.operation.name': 'invoke_agent',
              'gen_ai.usage.input_tokens': 1_800,
              'gen_ai.usage.output_tokens': 100,
            },
          },
          model(trace, 3, { input: 900, output: 50 }),
        ],
      },
    ]),
    suite: `${spanned}
        - turn tokens < 1000`,
    verdict: 'undecided',
    says: /counts more tokens/,
    why: 'The span of one request was lost.',
  },
  {
    kind: 'lie',
    title: 'cached tokens that may be beside the input',
    bot: spans((trace) =>
      model(
        trace,
        3,
        { input: 900, output: 50 },
        { attributes: { 'gen_ai.usage.cache_read.input_tokens': 400 } },
      ),
    ),
    suite: `${spanned}
        - turn tokens < 1000`,
    verdict: 'undecided',
    says: /cached tokens/,
    why: 'Some providers count them as input, and others beside it.',
  },
  {
    kind: 'lie',
    title: 'spans of an agent and none of a model',
    bot: spans(),
    suite: `${spanned}
        - turn tokens < 1000`,
    verdict: 'undecided',
    says: /No span shows a request to a model/,
    why: 'Its instrumentation may leave models out.',
  },
  {
    kind: 'lie',
    title: 'turns that are cheap each and not together',
    bot: completes({ content: said }, { content: said }),
    suite: `${openAi}
        - turn tokens < 13
      - And order 8:
        - conversation tokens < 24`,
    verdict: 'failed',
    code: 'mismatch',
    says: /24 tokens/,
    why: 'The conversation is what is paid for.',
  },
];
