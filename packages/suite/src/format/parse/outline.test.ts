import { describe, expect, it } from 'vitest';
import { outlineSuite } from './outline.ts';

describe('the outline of a suite’s text', () => {
  it('knows the lines of each test and of each step', () => {
    const text = [
      'configuration:', // 1
      '  concurrency: 2',
      '---', // 3
      '- test: Greeting',
      '# a comment',
      '- hello: welcome', // 6
      '- open an account:', // 7
      '    - prompt: which one',
      '    - latency < 500',
      '---', // 10
      '- bye', // 11
      '',
    ].join('\n');
    expect(outlineSuite(text).tests).toEqual([
      {
        from: 4,
        to: 9,
        steps: [
          { from: 6, to: 6 },
          { from: 7, to: 9 },
        ],
      },
      { from: 11, to: 11, steps: [{ from: 11, to: 11 }] },
    ]);
  });

  it('reads texts with Windows line breaks and without any test', () => {
    expect(outlineSuite('- test: A\r\n- hi\r\n').tests[0]?.steps).toEqual([{ from: 2, to: 2 }]);
    expect(outlineSuite('').tests).toEqual([]);
    expect(outlineSuite('configuration: [').tests).toEqual([]);
  });
});
