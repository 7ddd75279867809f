import type { StepResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { wordsWithoutReply } from './without-reply.ts';

const say = { kind: 'text', text: 'hello' } as const;
const pause = { kind: 'pause', seconds: 2 } as const;

describe('a step without a reply', () => {
  it.each([
    [say, 'pending', false, 'Not yet'],
    [say, 'pending', true, 'Not reached'],
    [say, 'running', false, 'Waiting for the reply…'],
    [say, 'running', true, 'No reply'],
    [say, 'error', true, 'No reply'],
    [say, 'skipped', false, 'Not reached'],
    [pause, 'running', false, 'Pausing…'],
    [pause, 'passed', false, 'Paused'],
  ] as const)('%j that is %s, over: %s, is "%s"', (input, outcome, isOver, words) => {
    const step: StepResult = { input, outcome, expected: 'any reply', verdicts: [] };
    expect(wordsWithoutReply(step, isOver)).toBe(words);
  });
});
