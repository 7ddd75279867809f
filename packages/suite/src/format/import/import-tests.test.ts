import { describe, expect, it } from 'vitest';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from '../print/print.ts';
import { importTests } from './import-tests.ts';

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

  const tooLong = `x${'👋'.repeat(300)}`;
  const memory = { name: 'a.scriptingmemory.txt', text: '|$a\nr1|1\nr2|2\n' };

  it.each([
    [
      'BotScript',
      [1, 2].map((at) => ({ name: `${at}.convo.txt`, text: `${tooLong}\n\n#me\nHi\n` })),
      [`${tooLong.slice(0, 59)}…`, `${tooLong.slice(0, 59)}…`],
    ],
    [
      'BotScript with rows',
      [memory, { name: 'a.convo.txt', text: `${'x'.repeat(499)}\n\n#me\n$a\n` }],
      [`${'x'.repeat(59)}…`],
    ],
    [
      'Rasa',
      [
        {
          name: 'e2e.yml',
          text: `test_cases:\n${`- test_case: ${tooLong}\n  steps: [user: Hi]\n`.repeat(2)}`,
        },
      ],
      [expect.stringMatching(/^test_case: x/), expect.stringMatching(/^test_case: x/)],
    ],
  ])('shortens names that are too long and says so: %s', (_, files, what) => {
    const imported = importTests(files);
    const suite = imported?.suite ?? { configuration: {}, tests: [] };
    expect(suite.tests).toHaveLength(2);
    expect(suite.tests.every(({ name }) => name.isWellFormed())).toBe(true);
    expect(parseSuite(printSuite(suite))).toEqual({ suite, problems: [] });
    const reason = expect.stringContaining('at most 500 characters');
    expect(imported?.report.losses).toMatchObject(what.map((name) => ({ what: name, reason })));
  });

  it('keeps a name of as many characters as it may have', () => {
    const name = 'x'.repeat(500);
    const text = `test_cases:\n${`- test_case: ${name}\n  steps: [user: Hi]\n`.repeat(2)}`;
    const imported = importTests([{ name: 'e2e.yml', text }]);
    expect(imported?.suite.tests.map((test) => test.name)).toEqual([
      name,
      `${'x'.repeat(480)} (2)`,
    ]);
    expect(imported?.report.losses).toEqual([]);
  });

  it.each([
    ['a suite of ours', 'a.yml', '- test: Hello\n- Hi: Welcome\n'],
    ['a suite that only speaks of test_cases', 'a.yml', '- test: A\n- "test_cases:": Welcome\n'],
    ['a table', 'a.csv', 'test_cases:\n'],
    ['nothing', 'a.yml', ''],
  ])('leaves %s alone', (_, name, text) => {
    expect(importTests([{ name, text }])).toBeUndefined();
  });
});
