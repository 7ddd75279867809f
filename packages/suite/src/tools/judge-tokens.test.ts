import { describe, expect, it } from 'vitest';
import { judgeTokens } from './judge-tokens.ts';
import { exactCount, joinTokenUse, tokenUseOf } from './token-use.ts';
import type { TokenCheck } from './tool-check.ts';

const use = (input: number, output: number, gaps: string[] = []) =>
  tokenUseOf([{ input: exactCount(input), output: exactCount(output) }], gaps);

const turn = (...of: Parameters<typeof use>) => ({
  report: { calls: [], tokens: use(...of) },
});

const below = (tokens: number, more: Partial<TokenCheck> = {}): TokenCheck => ({
  kind: 'tokens',
  of: 'total',
  isLess: true,
  isEqualAllowed: false,
  tokens,
  ...more,
});

describe('a check of tokens', () => {
  it.each<[string, TokenCheck, Parameters<typeof judgeTokens>[1], string]>([
    ['fewer', below(100), [turn(60, 39)], 'passed'],
    ['as many', below(100), [turn(60, 40)], 'failed'],
    ['as many, which is allowed', below(100, { isEqualAllowed: true }), [turn(60, 40)], 'passed'],
    ['only the output', below(50, { of: 'output' }), [turn(60, 40)], 'passed'],
    ['only the input', below(50, { of: 'input' }), [turn(60, 40)], 'failed'],
    ['more', below(100, { isLess: false }), [turn(60, 41)], 'passed'],
    ['all turns together', below(100), [turn(60, 0), turn(30, 10)], 'failed'],
    ['a pause among the turns', below(100), [turn(60, 0), { isIdle: true }], 'passed'],
    ['a gap below the bound', below(100), [turn(60, 0, ['lost'])], 'undecided'],
    ['a gap above the bound', below(100), [turn(100, 0, ['lost'])], 'failed'],
    [
      'a gap, and more were asked for',
      below(100, { isLess: false }),
      [turn(200, 0, ['lost'])],
      'passed',
    ],
    ['a turn that reports none', below(100), [turn(6, 0), { report: { calls: [] } }], 'undecided'],
    ['a turn of which nothing is known', below(100), [turn(6, 0), {}], 'undecided'],
    [
      'cached tokens that may be part of the input or not',
      below(100),
      [
        {
          report: {
            calls: [],
            tokens: tokenUseOf([{ input: { least: 60, most: 110 }, output: exactCount(1) }], []),
          },
        },
      ],
      'undecided',
    ],
  ])('%s', (_, check, turns, standing) => {
    expect(judgeTokens(check, turns).standing).toBe(standing);
  });

  it('says why it is undecided', () => {
    expect(judgeTokens(below(100), [turn(60, 0, ['A span was lost.'])])).toMatchObject({
      actual: 'at least 60 tokens',
      hint: 'More may have been used: A span was lost.',
    });
  });
});

describe('tokens of spans and of the reply', () => {
  it('are not added up', () => {
    expect(joinTokenUse(use(100, 10), use(60, 10))).toEqual(use(100, 10));
  });

  it('leave a gap where the reply reports more', () => {
    const { input, gaps } = joinTokenUse(use(100, 10), use(160, 10));
    expect(input).toEqual(exactCount(160));
    expect(gaps).toEqual(['The reply reports more tokens than the spans show.']);
  });
});
