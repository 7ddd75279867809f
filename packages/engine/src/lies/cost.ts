/** Assertions about cost: tokens without a price, cached tokens, and requests that are not reported. */
import type { Json } from '@parley/suite';
import { answers, completes } from './bots.ts';
import type { LieCase } from './lie.ts';
import { agent, type BotSpan, entry, type SentTrace, spanning } from './spanning-bots.ts';

const suite = (channel: string, models: string, more = '') => `
      configuration:
        syntax: 2
        channel: { ${channel} }
        replyTimeout: 3s
        prices: { currency: USD, models: { ${models} } }
        ${more}
      ---
      - test: Agent
      - Refund order 7:
        - prompt: refunded`;

const chat = 'kind: openai, url: http://127.0.0.1:PORT/v1/chat/completions, model: small';
const small = 'small-1: { input: 1000, cached: 100, output: 10000 }';
const openAi = suite(chat, small);
const spanned = suite(
  'kind: http, url: http://127.0.0.1:PORT',
  small,
  'evidence: { sources: [support-agent], settle: 400ms, timeout: 2s }',
);

const said = 'I have refunded your order.';
const reply: Json = { text: said };

/** A chat completion with this usage. */
const completion = (usage: Json, model = 'small-1') =>
  answers({
    id: 'c1',
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }],
    usage,
  });

/** The span of a request to a model, by default a child of the agent's span. */
const model = (
  trace: SentTrace,
  number: number,
  attributes: BotSpan['attributes'],
  parent = 2,
): BotSpan => ({
  ...agent(trace),
  id: String(number).padStart(16, '0'),
  parent: String(parent).padStart(16, '0'),
  name: 'chat small',
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.response.model': 'small-1',
    ...attributes,
  },
});

const used = (input: number, output: number, more: BotSpan['attributes'] = {}) => ({
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
  ...more,
});

const cached = (tokens: number) => ({ 'gen_ai.usage.cache_read.input_tokens': tokens });

const spans = (...of: ((trace: SentTrace) => BotSpan)[]) =>
  spanning(reply, (trace) => [
    { spans: [entry(trace), agent(trace), ...of.map((one) => one(trace))] },
  ]);

export const cost: LieCase[] = [
  {
    kind: 'lie',
    title: 'a model without a price and a budget that is far above',
    bot: completes({ content: said }),
    suite: `${suite(chat, 'small-2: { input: 1, output: 1 }')}
        - turn cost < 1000`,
    verdict: 'undecided',
    says: /small-1" has no price/,
    why: 'What has no price is not free.',
  },
  {
    kind: 'honest',
    title: 'a model whose price is named by the beginning of its name',
    bot: completes({ content: said }),
    suite: `${suite(chat, '"small-*": { input: 1000, output: 10000 }')}
        - turn cost <= 0.039
        - turn cost >= 0.039`,
    verdict: 'passed',
    why: 'Nine tokens for a thousandth each went in, and three for a hundredth each came out.',
    broken: { suite: ['cost <= 0.039', 'cost < 0.039'], verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'cached tokens that are paid for at their own price, once',
    bot: completion({
      prompt_tokens: 1_000,
      completion_tokens: 10,
      prompt_tokens_details: { cached_tokens: 900 },
    }),
    suite: `${openAi}
        - turn cost <= 0.29`,
    verdict: 'passed',
    why: 'A hundred for 0.1, nine hundred cached ones for 0.09, and ten for 0.1 came out.',
    broken: {
      bot: completion({
        prompt_tokens: 1_000,
        completion_tokens: 10,
        prompt_tokens_details: { cached_tokens: 800 },
      }),
      verdict: 'failed',
    },
  },
  {
    kind: 'lie',
    title: 'an answer that does not say what was cached, near the limit',
    bot: completion({ prompt_tokens: 1_000, completion_tokens: 10 }),
    suite: `${openAi}
        - turn cost < 1`,
    verdict: 'undecided',
    says: /cache/,
    why: 'It costs 0.2 to 1.1, by what was cached.',
  },
  {
    kind: 'lie',
    title: 'an answer of which zeros were counted',
    bot: completion({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
    suite: `${openAi}
        - turn cost < 1`,
    verdict: 'undecided',
    says: /no input tokens/,
    why: 'The model read the message, at least.',
  },
  {
    kind: 'lie',
    title: 'a budget where nobody counts tokens',
    bot: answers(reply),
    suite: `${suite('kind: http, url: http://127.0.0.1:PORT', small)}
        - turn cost < 1`,
    verdict: 'error',
    says: /Nothing reports how many tokens/,
    why: 'Without a source the check could never fail.',
  },
  {
    kind: 'lie',
    title: 'a budget without prices',
    bot: completes({ content: said }),
    suite: `
      configuration:
        syntax: 2
        channel: { ${chat} }
      ---
      - test: Agent
      - Refund order 7:
        - turn cost < 1`,
    verdict: 'refused',
    says: /what tokens cost/,
    why: 'No price is built in, and none is fetched.',
  },
  {
    kind: 'honest',
    title: 'one request that two instrumentations report, under two names',
    bot: spans(
      (trace) => model(trace, 3, { ...used(900, 10), 'gen_ai.response.model': 'router' }),
      (trace) => model(trace, 4, used(900, 10, cached(0)), 3),
    ),
    suite: `${spanned}
        - turn cost <= 1`,
    verdict: 'passed',
    why: 'A model within a model is the same request, and one of its names has a price.',
    broken: {
      bot: spans(
        (trace) => model(trace, 3, used(900, 10, cached(0))),
        (trace) => model(trace, 4, used(900, 10, cached(0))),
      ),
      verdict: 'failed',
    },
  },
  {
    kind: 'lie',
    title: 'a second model, which has no price',
    bot: spans(
      (trace) => model(trace, 3, used(900, 10, cached(0))),
      (trace) => model(trace, 4, { ...used(1, 1), 'gen_ai.response.model': 'guard' }),
    ),
    suite: `${spanned}
        - turn cost < 1.1`,
    verdict: 'undecided',
    says: /guard" has no price/,
    why: 'It may cost any amount.',
  },
  {
    kind: 'lie',
    title: 'tokens that were written to a cache, beside the input',
    bot: spans((trace) =>
      model(
        trace,
        3,
        used(100, 10, { ...cached(0), 'gen_ai.usage.cache_creation.input_tokens': 5_000 }),
      ),
    ),
    suite: `${spanned}
        - turn cost < 1`,
    verdict: 'undecided',
    says: /cacheWrite/,
    why: 'They are paid for, and nobody says how much.',
  },
  {
    kind: 'lie',
    title: 'turns that cost little each and too much together',
    bot: completes({ content: said }, { content: said }),
    suite: `${suite(chat, 'small-1: { input: 1000, output: 10000 }')}
        - turn cost < 0.04
      - And order 8:
        - conversation cost < 0.07`,
    verdict: 'failed',
    code: 'mismatch',
    says: /0\.078 USD/,
    why: 'The conversation is what is paid for.',
  },
  {
    kind: 'honest',
    title: 'two turns that together stay within the budget',
    bot: completes({ content: said }, { content: said }),
    suite: `${suite(chat, 'small-1: { input: 1000, output: 10000 }')}
        - turn cost < 0.04
      - And order 8:
        - conversation cost < 0.08`,
    verdict: 'passed',
    why: 'They cost 0.078.',
    broken: { suite: ['cost < 0.08', 'cost < 0.078'], verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'two requests of one turn, each with a price of its own',
    bot: spans(
      (trace) => model(trace, 3, used(900, 10, cached(0))),
      (trace) => model(trace, 4, { ...used(100, 10, cached(0)) }),
    ),
    suite: `${spanned}
        - turn cost <= 1.2`,
    verdict: 'passed',
    why: 'A thousand tokens for one, and twenty for 0.2.',
    broken: { suite: ['cost <= 1.2', 'cost < 1.2'], verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'an answer that does not say what was cached, far from the limit',
    bot: completion({ prompt_tokens: 1_000, completion_tokens: 10 }),
    suite: `${openAi}
        - turn cost <= 1.1`,
    verdict: 'passed',
    why: 'It costs 1.1 at most, whatever was cached.',
    broken: { suite: ['cost <= 1.1', 'cost <= 0.1'], verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a limit from below that the model surely exceeds',
    bot: completes({ content: said }),
    suite: `${suite(chat, 'small-1: { input: 1000, output: 10000 }')}
        - turn cost > 0.03`,
    verdict: 'passed',
    why: 'It costs 0.039.',
    broken: { suite: ['cost > 0.03', 'cost > 0.039'], verdict: 'failed' },
  },
];
