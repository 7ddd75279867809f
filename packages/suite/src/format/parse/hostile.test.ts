import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleTexts } from '../../test/sample-texts.ts';
import { applySuite } from '../apply/apply.ts';
import { parseSuite } from './parse.ts';

const bomb = (() => {
  const levels = ['- &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level += 1) {
    levels.push(
      `- &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  return `configuration:\n  bomb:\n${levels.map((line) => `    ${line}`).join('\n')}\n`;
})();

const strict = 'configuration:\n  syntax: 2\n---\n';

const hostileTexts: Record<string, string> = {
  'ten megabytes of text': '- hello\n'.repeat(1_310_720),
  'a bomb of aliases': bomb,
  'an alias of itself': 'configuration:\n  a: &a [*a]\n',
  'an alias of nothing': '- *nobody\n',
  '200,000 open brackets': '['.repeat(200_000),
  '200,000 dashes': '- '.repeat(200_000),
  '200,000 closed brackets': `- a: ${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  'nested mappings': '{a: '.repeat(100_000),
  'question marks': '? '.repeat(200_000),
  'a million quotes': '"'.repeat(1_000_000),
  'a thousand levels of values': `configuration:\n  a: ${'['.repeat(1000)}${']'.repeat(1000)}`,
  'a hundred thousand tests': '---\n- a\n'.repeat(100_000),
  'a pattern that repeats too much': '- a:\n  - prompt =~ /((a{100}){10}){10}/\n',
  'a pattern of 10,000 letters': `- a:\n  - prompt =~ /${'a'.repeat(10_000)}/\n`,
  'thousands of patterns with dear classes': `- a:\n${Array.from({ length: 2_000 }, (_, at) => `  - prompt =~ /${'\\pL'.repeat(150)}${at}/i\n`).join('')}`,
  'a back reference': '- a:\n  - prompt =~ /(a)\\1/\n',
  'a look ahead': '- a:\n  - prompt =~ /(?=a)/\n',
  'a long path': `- a:\n  - ${'a.'.repeat(1000)}b: c\n`,
  'a mapping in place of a key': '- ? { a: b }\n  : c\n',
  'thousands of open quotes on one line': `[${'x == "b, '.repeat(20_000)}c]\n`,
  'thousands of targets that are not there': `- a:\n  - goto b\n`.repeat(10_000),
  'blocks that grow without end': `${strict}- test: A\n- $USE b0\n${Array.from({ length: 9 }, (_, at) => `---\n- block: b${at}\n${`- $USE b${at + 1}\n`.repeat(1_000)}`).join('')}`,
  'blocks that all use each other': `${strict}- test: A\n- $USE b0\n${Array.from({ length: 200 }, (_, at) => `---\n- block: b${at}\n${Array.from({ length: 100 }, (_, other) => `- $USE b${(at + other) % 200}\n`).join('')}`).join('')}`,
  'thousands of uses of nothing': `${strict}- test: A\n${'- $USE b: { x: 1, y: 2 }\n'.repeat(5_000)}`,
  'a thousand blocks in a row': `${strict}- test: A\n- $USE b0\n${Array.from({ length: 990 }, (_, at) => `---\n- block: b${at}\n- $USE b${at + 1}\n`).join('')}`,
  'broken lines without end': '- @x\n'.repeat(100_000),
};

describe('parseSuite with hostile texts', () => {
  it.each(Object.entries(hostileTexts))(
    'reports %s as an error',
    (_, text) => {
      const { problems } = parseSuite(text);
      expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
      expect(problems.length).toBeLessThanOrEqual(100);
      for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
    },
    10_000,
  );

  it('is not held up by spaces behind a goto', () => {
    const text = `- test: A\n- hello: "a goto ${' '.repeat(200_000)}"\n- b: "c goto hello   "\n`;
    const { suite, problems } = parseSuite(text);
    expect(problems).toEqual([]);
    expect(suite.tests[0]?.interactions[0]?.branches).toEqual([]);
    expect(suite.tests[0]?.interactions[1]?.branches).toMatchObject([
      { to: { kind: 'goto', target: 'hello' } },
    ]);
  });

  it('never throws, and changes nothing of a text that it half understands', () => {
    const pieces = Object.values(sampleTexts).flatMap((text) =>
      text.split(/(?<=[\n:"'*&{}[\]#|>?-])/),
    );
    const torn = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(torn, (text) => {
        const { suite } = parseSuite(text);
        expect(applySuite(text, suite)).toBe(text);
        const added = { ...suite, configuration: { ...suite.configuration, locale: 'xx' } };
        expect(parseSuite(applySuite(text, added)).suite.configuration.locale).toBe('xx');
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    '- __proto__: { polluted: yes }',
    '- a:\n  - __proto__.polluted: x\n  - set __proto__: { polluted: true }',
    'configuration:\n  __proto__: { polluted: true }\n  variables: { __proto__: x }',
    'configuration:\n  constructor: { prototype: { polluted: true } }',
  ])('leaves objects alone: %j', (text) => {
    const { suite } = parseSuite(text);
    applySuite(text, { ...suite, tests: [] });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(suite.configuration)).toBe(Object.prototype);
  });
});
