import { describe, expect, it } from 'vitest';
import { importTests } from './import-tests.ts';
import { printSuite } from './print.ts';

describe('importTests', () => {
  it('knows BotScript by the names of its files, and says what else lay there', () => {
    const imported = importTests([
      { name: 'hello.convo.txt', text: 'Hello\n\n#me\nHi\n\n#bot\nWelcome\n' },
      { name: 'notes.txt', text: 'To do' },
    ]);
    expect(imported).toMatchObject({
      format: 'botscript',
      report: { tests: 1, losses: [{ file: 'notes.txt' }] },
    });
  });

  it.each(['test_cases', '"test_cases"', "'test_cases' "])(
    'knows the tests of Rasa by %s',
    (key) => {
      const text = `${key}:\n- test_case: Hello\n  steps:\n  - user: Hi\n  - bot: Welcome\n`;
      const imported = importTests([{ name: 'e2e.yml', text }]);
      expect(imported?.format).toBe('rasa');
      expect(printSuite(imported?.suite ?? { configuration: {}, tests: [] })).toContain('Hi');
    },
  );

  it.each([
    ['a suite of ours', 'a.yml', '- test: Hello\n- Hi: Welcome\n'],
    ['a suite that only speaks of test_cases', 'a.yml', '- test: A\n- "test_cases:": Welcome\n'],
    ['a table', 'a.csv', 'test_cases:\n'],
    ['nothing', 'a.yml', ''],
  ])('leaves %s alone', (_, name, text) => {
    expect(importTests([{ name, text }])).toBeUndefined();
  });
});
