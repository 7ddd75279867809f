import { describe, expect, it } from 'vitest';
import { importTests } from '../import/import-tests.ts';
import { parseSuite } from './parse.ts';
import { suiteTextLengthMax } from './read-yaml.ts';

const errorsIn = (text: string) =>
  parseSuite(text).problems.filter(({ severity }) => severity === 'error');

const line = '- hello: hi\n';
const filled = (length: number) => `${line}# ${'x'.repeat(length - line.length - 3)}\n`;
const setting = (key: string, value: string) => `configuration:\n  ${key}: ${value}\n---\n${line}`;
const tags = (count: number) =>
  setting('tags', `[${Array.from({ length: count }, (_, at) => `t${at}`).join(', ')}]`);
const nested = (levels: number) => setting('a', '['.repeat(levels) + ']'.repeat(levels));
/** Builds a text with about `count` tokens: one per bracket and comma, and a few dozen more. */
const tokens = (count: number) => setting('a', `[${'[],'.repeat(count / 3)}]`);
const caller = (length: number) =>
  `configuration:\n  channel: { kind: phone, to: "+12025550123", from: "sip:${'a'.repeat(length - 14)}@example.o" }\n---\n${line}`;

/** Limits of a suite: the maximum, a text with a given amount, and the expected problem above the maximum. */
const limits: Record<string, [most: number, textOf: (count: number) => string, said: RegExp]> = {
  'characters of a text': [suiteTextLengthMax, filled, /at most 1,048,576/],
  'tests of a suite': [1_000, (count) => `---\n${line}`.repeat(count), /at most 1,000 tests/],
  'tags of a suite': [100, tags, /at most 100/],
  'seconds of a pause': [3_600, (count) => `- $PAUSE ${count}\n${line}`, /longer than an hour/],
  'milliseconds of a reply': [
    600_000,
    (count) => setting('replyTimeout', `${count}ms`),
    /at most 600/,
  ],
  'conversations at a time': [50, (count) => setting('concurrency', `${count}`), /from 1 to 50/],
  'retries of a test': [5, (count) => setting('retries', `${count}`), /from 0 to 5/],
  'characters of a pattern': [
    512,
    (count) => `- a:\n  - prompt =~ /${'a'.repeat(count)}/\n`,
    /512/,
  ],
  'characters of a path': [
    500,
    (count) => `- a:\n  - $.${'a'.repeat(count - 2)}: c\n`,
    /more than 500 characters/,
  ],
};

describe('a suite at the limit', () => {
  it.each(Object.entries(limits))('takes as many %s as may be, and not one more', (_, row) => {
    const [most, textOf, said] = row;
    expect(errorsIn(textOf(most))).toEqual([]);
    const errors = errorsIn(textOf(most + 1));
    expect(errors.map(({ message, hint }) => `${message} ${hint}`)).toContainEqual(
      expect.stringMatching(said),
    );
  });

  it('takes levels of a value, and says so where they are too many', () => {
    expect(errorsIn(nested(90))).toEqual([]);
    expect(errorsIn(nested(1_000)).length).toBeGreaterThan(0);
  });

  it('takes a hundred and forty thousand tokens, and says so where there are too many', () => {
    expect(errorsIn(tokens(140_000)).map(({ message }) => message)).not.toContainEqual(
      expect.stringContaining('too large to be read'),
    );
    expect(errorsIn(tokens(160_000)).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('too large to be read'),
    );
  });

  it('takes a caller of 254 characters, and not one more', () => {
    expect(errorsIn(caller(254))).toEqual([]);
    expect(errorsIn(caller(255)).length).toBe(1);
  });

  it('lists a hundred problems of each severity, and reads no further', () => {
    const broken = (count: number) => '- a: { b\n---\n'.repeat(count);
    expect(errorsIn(broken(500)).length).toBeLessThanOrEqual(100);
  });
});

describe('what is imported, at the limit', () => {
  const convo = (steps: string) => ({ name: 'a.convo.txt', text: `A\n${steps}` });
  const utterance = (count: number) => ({
    name: 'u.utterances.txt',
    text: `U\n${Array.from({ length: count }, (_, at) => `hi ${at}\n`).join('')}`,
  });
  const memory = (rows: number) => ({
    name: 'm.scriptingmemory.txt',
    text: `|$a\n${Array.from({ length: rows }, (_, at) => `r${at}|${at}\n`).join('')}`,
  });
  const lossesOf = (files: { name: string; text: string }[]) =>
    importTests(files)?.report.losses.map(({ reason }) => reason) ?? [];

  it.each([
    ['examples of an utterance', 50, (count: number) => [convo('#me\nU\n'), utterance(count)]],
    ['rows of scripting memory', 1_000, (count: number) => [convo('#me\n$a\n'), memory(count)]],
  ] as const)('takes all %s, and tells of those beyond', (_, most, filesOf) => {
    expect(lossesOf(filesOf(most))).toEqual([]);
    expect(lossesOf(filesOf(most + 1)).length).toBe(1);
  });

  it('keeps a name of 500 characters, and the beginning of a longer one', () => {
    const named = (length: number) => [
      { name: 'a.convo.txt', text: `${'n'.repeat(length)}\n#me\nhi\n` },
    ];
    expect(lossesOf(named(500))).toEqual([]);
    expect(lossesOf(named(501))).toEqual([expect.stringContaining('at most 500 characters')]);
  });
});
