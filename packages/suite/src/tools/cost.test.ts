import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/json.ts';
import { costInWords, costOf, costRange, plainAmount, pricedUse } from './cost.ts';
import type { ToolFormatName } from './format-names.ts';
import { judgeCost } from './judge-cost.ts';
import type { Prices } from './prices.ts';
import { readTokens } from './read-tokens.ts';
import {
  exactCount,
  joinTokenUse,
  type RequestTokens,
  sortsBesideOrWithin,
  type TokenUse,
  tokenUseOf,
} from './token-use.ts';
import type { CostCheck } from './tool-check.ts';

const prices: Prices = {
  currency: 'USD',
  models: {
    small: { input: 1, cached: 0.1, cacheWrite: 2, output: 10 },
    plain: { input: 1, output: 10 },
    free: { input: 0, output: 0 },
    'big-*': { input: 100, output: 1_000 },
    'big-old-*': { input: 5, output: 5 },
  },
};

/** Builds a request with a million input tokens and a hundred thousand output tokens, unless `more` says otherwise. */
const request = (model: string | undefined, more: Partial<RequestTokens> = {}): RequestTokens => ({
  input: exactCount(1e6),
  output: exactCount(1e5),
  sorts: { plain: exactCount(1e6) },
  ...(model !== undefined && { model }),
  ...more,
});

const range = (use: TokenUse) => costRange(pricedUse(use, prices));
const of = (...requests: RequestTokens[]) => tokenUseOf(requests, []);
const read = (format: ToolFormatName, ...parts: Json[]) =>
  readTokens(
    format,
    parts.map((data) => ({ data })),
  );

describe('the cost of a turn', () => {
  it('is what its tokens cost, each sort by its own price', () => {
    expect(range(of(request('small')))).toEqual(exactCount(2));
    const sorts = { plain: exactCount(5e5), cached: exactCount(4e5), written: exactCount(1e5) };
    expect(range(of(request('small', { sorts })))).toEqual(exactCount(0.5 + 0.04 + 0.2 + 1));
    expect(range(of(request('free')))).toEqual(exactCount(0));
  });

  it('adds up requests of several models', () => {
    expect(range(of(request('small'), request('big-1'), request('small')))).toEqual(
      exactCount(2 + 200 + 2),
    );
  });

  it('takes the price of the name, else of its longest beginning', () => {
    expect(range(of(request('big-old-1')))).toEqual(exactCount(5.5));
    expect(range(of(request('big-oldest')))).toEqual(exactCount(200));
    expect(costOf(of(request('Small')), prices).gaps).toEqual([
      'The model "Small" has no price: add it under prices.',
    ]);
  });

  it.each<[string, TokenUse, RegExp]>([
    ['a model has no price', of(request('other')), /"other" has no price/],
    ['one of two models has no price', of(request('small'), request('other')), /"other" has no/],
    ['a model has the name of a property', of(request('constructor')), /no price/],
    ['a request names no model', of(request(undefined)), /does not name its model/],
    [
      'input was written to a cache, and that has no price',
      of(request('plain', { sorts: { plain: exactCount(9), written: exactCount(1) } })),
      /written to a cache/,
    ],
    [
      'zeros stand for what nobody counted',
      of(request('small', { input: exactCount(0) })),
      /no inp/,
    ],
    ['audio was used', of(request('small', { unpriced: 'Audio.' })), /Audio/],
    [
      'it was stored without its models',
      { ...of(request('small')), byModel: undefined as never },
      /from before/,
    ],
  ])('is unknown where %s, and never 0', (_, use, why) => {
    const cost = costOf(use, prices);
    expect(cost.most).toBeUndefined();
    expect(cost.gaps?.join(' ')).toMatch(why);
    expect(range(use)?.most).toBe(Number.POSITIVE_INFINITY);
  });

  it('is known in part: what has a price was paid at least', () => {
    const use = of(request('small'), request('other'));
    expect(range(use)).toEqual({ least: 2, most: Number.POSITIVE_INFINITY });
    expect(costInWords(range(use) as never, 'USD')).toBe('at least 2 USD');
    expect(costInWords(range(of(request('other'))) as never, 'USD')).toBe('an unknown cost');
  });

  it('is unknown at its upper end where requests may be missing', () => {
    const use = tokenUseOf([request('small')], ['A span was lost.']);
    expect(range(use)).toEqual({ least: 2, most: Number.POSITIVE_INFINITY });
    // A gap that was found after the cost was computed counts, too.
    const later = { ...pricedUse(of(request('small')), prices), gaps: ['late'] };
    expect(costRange(later)?.most).toBe(Number.POSITIVE_INFINITY);
  });

  it('knows of no cost without prices', () => {
    expect(costRange(of(request('small')))).toBeUndefined();
  });

  it('leaves open what was cached where nothing tells', () => {
    const unsorted = of({ input: exactCount(1e6), output: exactCount(0), model: 'small' });
    expect(range(unsorted)).toEqual({ least: 0.1, most: 2 });
    // If cached tokens have no price of their own, the cost does not depend on them.
    expect(range(of({ input: exactCount(1e6), output: exactCount(0), model: 'plain' }))).toEqual(
      exactCount(1),
    );
  });

  it('charges cached tokens once, whether they lie within the input or beside it', () => {
    const sorts = sortsBesideOrWithin({ input: 1e6, cached: 4e5, written: 0 });
    const input = { least: 1e6, most: 1.4e6 };
    expect(range(of({ input, sorts, output: exactCount(0), model: 'small' }))).toEqual({
      least: 0.64,
      most: 1.04,
    });
    const beside = sortsBesideOrWithin({ input: 1e5, cached: 9e5, written: 0 });
    expect(
      range(of({ input: exactCount(1e6), sorts: beside, output: exactCount(0), model: 'small' })),
    ).toEqual(exactCount(0.1 + 0.09));
  });

  it('spans the prices of all names under which one request is reported', () => {
    expect(range(of(request('small', { otherNames: ['big-1'] })))).toEqual({ least: 2, most: 200 });
    expect(range(of(request('alias', { otherNames: ['small'] })))).toEqual(exactCount(2));
  });

  it('counts what spans and the reply both show once', () => {
    const one = of(request('small'));
    expect(range(joinTokenUse(one, one))).toEqual(exactCount(2));
    const more = of(request('small'), request('small'));
    expect(range(joinTokenUse(one, more))).toEqual({ least: 2, most: Number.POSITIVE_INFINITY });
  });

  it('tells 20 models apart, and knows nothing of further ones', () => {
    const many = Array.from({ length: 20 }, (_, at) => request(`big-${at}`));
    expect(range(of(...many, request('big-3')))).toEqual(exactCount(21 * 200));
    const use = of(...many, request('small'));
    expect(use.byModel).toHaveLength(21);
    expect(range(use)?.most).toBe(Number.POSITIVE_INFINITY);
    expect(range(use)?.least).toBe(4_000);
  });

  it('adds up without the errors of floating point', () => {
    const tiny = request('small', {
      sorts: { plain: exactCount(1e5) },
      input: exactCount(1e5),
      output: exactCount(0),
    });
    const check: CostCheck = { kind: 'cost', isLess: true, isEqualAllowed: true, amount: 0.3 };
    const turn = { report: { calls: [], tokens: pricedUse(of(tiny), prices) } };
    expect(judgeCost(check, [turn, turn, turn]).standing).toBe('passed');
    expect(plainAmount(1e-7)).toBe('0.0000001');
    expect(costInWords(exactCount(0.0000123), 'EUR')).toBe('0.0000123 EUR');
    expect(costInWords({ least: 0.1, most: 1_234.5 }, 'EUR')).toBe('0.1 to 1,234.5 EUR');
  });
});

describe('tokens that replies report', () => {
  it.each<[string, ToolFormatName, Json[], { least: number; most: number }]>([
    [
      'a chat completion with cached tokens within its input',
      'openai',
      [
        {
          model: 'small',
          choices: [{ message: {} }],
          usage: {
            prompt_tokens: 1e6,
            completion_tokens: 0,
            prompt_tokens_details: { cached_tokens: 4e5 },
          },
        },
      ],
      // Nothing shows if the rest was written to a cache, which costs 2 in this suite.
      { least: 0.64, most: 1.24 },
    ],
    [
      'a chat completion that says nothing of cached tokens',
      'openai',
      [
        {
          model: 'small',
          choices: [{ message: {} }],
          usage: { prompt_tokens: 1e6, completion_tokens: 0 },
        },
      ],
      { least: 0.1, most: 2 },
    ],
    [
      'a response',
      'openai-responses',
      [
        {
          object: 'response',
          model: 'small',
          usage: {
            input_tokens: 1e6,
            output_tokens: 1e5,
            input_tokens_details: { cached_tokens: 1e6 },
          },
        },
      ],
      exactCount(1.1),
    ],
    [
      'a message whose cached tokens are counted beside its input',
      'anthropic',
      [
        {
          type: 'message',
          model: 'small',
          usage: {
            input_tokens: 1e5,
            cache_creation_input_tokens: 1e5,
            cache_read_input_tokens: 1e6,
            output_tokens: 1e5,
          },
        },
      ],
      exactCount(0.1 + 0.2 + 0.1 + 1),
    ],
    [
      'steps that tell the sorts',
      'ai-sdk',
      [
        {
          steps: [
            {
              response: { modelId: 'small' },
              usage: {
                inputTokens: 1e6,
                outputTokens: 0,
                inputTokenDetails: { noCacheTokens: 5e5, cacheReadTokens: 5e5 },
              },
            },
          ],
        },
      ],
      exactCount(0.55),
    ],
    [
      'steps that leave open if cached tokens are part of the input',
      'ai-sdk',
      [
        {
          steps: [
            {
              response: { modelId: 'plain' },
              usage: { inputTokens: 1e6, outputTokens: 0, cachedInputTokens: 5e5 },
            },
          ],
        },
      ],
      { least: 1, most: 1.5 },
    ],
  ])('cost what %s says', (_, format, parts, cost) => {
    expect(range(read(format, ...parts))).toEqual(cost);
  });

  it('have no known cost where audio is among them', () => {
    const use = read('openai', {
      model: 'small',
      choices: [{ message: {} }],
      usage: {
        prompt_tokens: 9,
        completion_tokens: 9,
        completion_tokens_details: { audio_tokens: 4 },
      },
    });
    expect(range(use)?.most).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a check of cost', () => {
  const below = (amount: number, more: Partial<CostCheck> = {}): CostCheck => ({
    kind: 'cost',
    isLess: true,
    isEqualAllowed: false,
    amount,
    ...more,
  });
  const turn = (...requests: RequestTokens[]) => ({
    report: { calls: [], tokens: pricedUse(of(...requests), prices) },
  });
  const unpriced = { report: { calls: [], tokens: of(request('small')) } };
  const cheap = turn(request('small'));
  const open = turn({ input: exactCount(1e6), output: exactCount(0), model: 'small' });

  it.each<[string, CostCheck, Parameters<typeof judgeCost>[1], string]>([
    ['less', below(2.01), [cheap], 'passed'],
    ['as much', below(2), [cheap], 'failed'],
    ['as much, which is allowed', below(2, { isEqualAllowed: true }), [cheap], 'passed'],
    ['more', below(2, { isLess: false }), [cheap], 'failed'],
    ['all turns together', below(4), [cheap, cheap], 'failed'],
    ['a pause among the turns', below(4), [cheap, { isIdle: true }], 'passed'],
    ['a model without a price, far below', below(1_000), [turn(request('other'))], 'undecided'],
    [
      'a model without a price, and enough without it',
      below(2),
      [turn(request('small'), request('other'))],
      'failed',
    ],
    [
      'a model without a price, and nothing else',
      below(1, { isLess: false }),
      [turn(request('other'))],
      'undecided',
    ],
    ['a turn that reports no tokens', below(9), [cheap, { report: { calls: [] } }], 'undecided'],
    ['cached tokens that decide', below(1), [open], 'undecided'],
    ['cached tokens that do not', below(2.5), [open], 'passed'],
    ['no prices', below(9), [unpriced], 'error'],
  ])('knows %s', (_, check, turns, standing) => {
    expect(judgeCost(check, turns).standing).toBe(standing);
  });

  it('compares no currencies', () => {
    const euro = {
      report: {
        calls: [],
        tokens: pricedUse(of(request('small')), { ...prices, currency: 'EUR' }),
      },
    };
    expect(judgeCost(below(99), [cheap, euro]).standing).toBe('undecided');
  });

  it('says why it is undecided', () => {
    expect(judgeCost(below(9), [turn(request('other'))])).toEqual({
      standing: 'undecided',
      actual: 'an unknown cost',
      hint: 'It may have cost more: The model "other" has no price: add it under prices.',
    });
    expect(judgeCost(below(1), [open]).hint).toMatch(/cache/);
  });
});
