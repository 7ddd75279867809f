import { describe, expect, it } from 'vitest';
import { readJudgeSettings } from './judge-settings.ts';

const url = 'https://judge.example/v1/chat/completions';

describe('the judge of the environment', () => {
  it('is none without an address, and asked once within half a minute with nothing else', () => {
    expect(readJudgeSettings({ PARLEY_JUDGE_VOTES: '2/3' })).toBeUndefined();
    expect(readJudgeSettings({ PARLEY_JUDGE_URL: url })).toMatchObject({
      url,
      model: 'gpt-4o-mini',
      needed: 1,
      votes: 1,
      timeoutMs: 30_000,
    });
  });

  it('may be named by the base of its interface', () => {
    const base = 'https://judge.example/v1';
    expect(readJudgeSettings({ PARLEY_JUDGE_URL: base })?.url).toBe(`${base}/chat/completions`);
  });

  it('is asked as often, and waited for as long, as it says', () => {
    const settings = readJudgeSettings({
      PARLEY_JUDGE_URL: url,
      PARLEY_JUDGE_MODEL: 'small',
      PARLEY_JUDGE_KEY: 'k1',
      PARLEY_JUDGE_VOTES: '2/3',
      PARLEY_JUDGE_TIMEOUT: '5',
    });
    expect(settings).toEqual({
      url,
      model: 'small',
      key: 'k1',
      needed: 2,
      votes: 3,
      timeoutMs: 5000,
    });
  });

  it.each([
    ['PARLEY_JUDGE_URL', 'judge.example'],
    ['PARLEY_JUDGE_URL', 'https://judge.example/v1/models'],
    ['PARLEY_JUDGE_VOTES', '3/2'],
    ['PARLEY_JUDGE_VOTES', 'two'],
    ['PARLEY_JUDGE_TIMEOUT', '0'],
    ['PARLEY_JUDGE_TIMEOUT', '1.5'],
    ['PARLEY_JUDGE_TIMEOUT', 'soon'],
  ])('refuses %s=%s and says what it wants', (name, value) => {
    expect(() => readJudgeSettings({ PARLEY_JUDGE_URL: url, [name]: value })).toThrow(name);
  });
});
