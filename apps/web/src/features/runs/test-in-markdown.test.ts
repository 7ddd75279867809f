import type { TestResult } from '@parley/suite';
import { expect, it } from 'vitest';
import { testInMarkdown } from './test-in-markdown.ts';

const reply = (text: string) => ({
  text,
  messages: [text],
  buttons: [],
  attachments: [],
  latencyMs: 1,
  payload: null,
});

it('tells the conversation as far as it went and what did not hold', () => {
  const assertion = {
    property: 'prompt',
    operator: 'contains' as const,
    negated: false,
    expected: ['Sunday'],
  };
  const test: TestResult = {
    name: 'Opening *hours*',
    outcome: 'failed',
    attempt: 1,
    steps: [
      {
        input: { kind: 'text', text: 'When?' },
        expected: '',
        outcome: 'failed',
        startedAt: 1,
        reply: reply('On\n<b>Monday</b>'),
        verdicts: [
          { passed: false, assertion, rule: 'prompt contains "Sunday"', actual: 'Monday' },
        ],
      },
      { input: { kind: 'text', text: 'Bye' }, expected: '', outcome: 'skipped', verdicts: [] },
    ],
  };
  expect(testInMarkdown(test, 'Bank', 'https://parley.test/r1')).toBe(
    [
      '### Opening \\*hours\\*: failed',
      '',
      '[Bank](https://parley.test/r1)',
      '',
      '1. **Tester:** When?',
      '   **Bot:** On \\<b\\>Monday\\</b\\>',
      '   ✗ Reply contains "Sunday"',
    ].join('\n'),
  );
});
