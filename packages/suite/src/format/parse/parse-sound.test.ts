import { describe, expect, it } from 'vitest';
import { exportBotScript } from '../export/export-botscript.ts';
import { describeExpectation } from '../model/describe.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const withItem = (item: string, syntax = 2) =>
  parseSuite(
    `configuration:\n  syntax: ${syntax}\n  platform: phone\n---\n- test: A\n- $DIAL:\n    - ${item}\n`,
  );

const stepOf = ({ suite }: ReturnType<typeof parseSuite>) => suite.tests[0]?.interactions[0];

const like = (...expected: string[]) => ({
  property: 'prompt',
  operator: 'soundsLike',
  expected,
  negated: false,
});

describe('sounds like', () => {
  it.each([
    ['sounds like: greeting.wav', ['greeting.wav']],
    ['sounds like: "menus/main menu.WAV"', ['menus/main menu.WAV']],
    ['sounds like: [day.wav, night.wav]', ['day.wav', 'night.wav']],
    ['sounds like: "{{language}}.wav"', ['{{language}}.wav']],
  ])('is read, written and read again: %s', (item, expected) => {
    const read = withItem(item);
    expect(read.problems).toEqual([]);
    expect(stepOf(read)?.assertions).toEqual([like(...expected)]);
    const again = parseSuite(printSuite(read.suite));
    expect(again.problems).toEqual([]);
    expect(stepOf(again)).toEqual(stepOf(read));
  });

  it('is shown in words', () => {
    const step = stepOf(withItem('sounds like: [day.wav, night.wav]'));
    expect(step && describeExpectation(step)).toBe('prompt sounds like "day.wav" or "night.wav"');
  });

  it.each([
    '../greeting.wav',
    '/etc/greeting.wav',
    'C:\\greeting.wav',
    '.hidden/greeting.wav',
    'menus/../../greeting.wav',
    'menus//greeting.wav',
    'greeting.mp3',
    '""',
    '[]',
    '{ a: b }',
    `${'a'.repeat(300)}.wav`,
  ])('refuses %s, and says what to write', (value) => {
    const { problems } = withItem(`sounds like: ${value}`);
    expect(problems).toMatchObject([
      { severity: 'error', hint: 'Write for example: sounds like: greeting.wav' },
    ]);
  });

  it('keeps its former meaning in version 1, and says so', () => {
    const read = withItem('sounds like: greeting.wav', 1);
    expect(stepOf(read)?.assertions).toMatchObject([
      { property: 'sounds like', operator: 'contains' },
    ]);
    expect(read.problems).toMatchObject([
      { severity: 'warning', hint: expect.stringContaining('syntax: 2') },
    ]);
  });

  it('is lost in formats that have no sound, and the loss is listed', () => {
    const { suite } = withItem('sounds like: greeting.wav');
    expect(JSON.stringify(exportBotScript(suite))).toContain('sounds like');
  });
});
