import { describe, expect, it } from 'vitest';
import { judgeAddress } from './judge-address.ts';

describe('the address of a judge', () => {
  it.each([
    ['https://judge.example/v1', 'https://judge.example/v1/chat/completions'],
    ['https://judge.example/v1/', 'https://judge.example/v1/chat/completions'],
    ['https://judge.example/api/v1', 'https://judge.example/api/v1/chat/completions'],
    ['https://judge.example/v1beta/openai', 'https://judge.example/v1beta/openai/chat/completions'],
    ['https://judge.example/v1/chat/completions', 'https://judge.example/v1/chat/completions'],
    ['https://judge.example/v1/chat/completions/', 'https://judge.example/v1/chat/completions'],
    [
      'https://judge.example/openai/deployments/m/chat/completions?api-version=1',
      'https://judge.example/openai/deployments/m/chat/completions?api-version=1',
    ],
    ['https://judge.example/v1?key=a', 'https://judge.example/v1/chat/completions?key=a'],
    // The path of a gateway in front of a model is used unchanged.
    ['http://127.0.0.1:4000/judge', 'http://127.0.0.1:4000/judge'],
  ])('%s is asked at %s', (written, asked) => {
    expect(judgeAddress(written)).toEqual({ url: asked });
  });

  it.each([
    ['judge.example', 'https://'],
    ['ftp://judge.example/v1', 'https://'],
    ['https://', 'https://'],
    ['https://user:secret@judge.example/v1', 'PARLEY_JUDGE_KEY'],
    ['https://judge.example', '/v1'],
    ['https://judge.example/v1/models', '/v1'],
    ['https://judge.example/v1/completions', '/v1'],
    ['https://judge.example/v1/responses', '/v1'],
  ])('%s is refused, with what to write', (written, word) => {
    const { problem } = judgeAddress(written);
    expect(problem).toContain(word);
    expect(problem).not.toContain('secret');
  });
});
