import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSuite } from '../parse/parse.ts';
import { parseOpener } from '../parse/parse-configuration.ts';
import { printOpener } from './print-opener.ts';

const openOf = (open: string) => {
  const { suite, problems } = parseSuite(
    `configuration:\n  channel: { kind: browser, url: "http://x", open: ${open} }\n---\n- test: A\n- Hi: Hello\n`,
  );
  const { channel } = suite.configuration;
  return { open: channel?.kind === 'browser' ? channel.open : undefined, problems };
};

describe('what opens a chat', () => {
  it.each([
    ['.launcher', ['.launcher']],
    ['["#cookies", .launcher]', ['#cookies', '.launcher']],
    ['{ frame: iframe, press: button }', [{ frame: ['iframe'], press: 'button' }]],
    [
      '["#cookies", { press: button, frame: ["#outer", "#inner"] }]',
      ['#cookies', { frame: ['#outer', '#inner'], press: 'button' }],
    ],
  ])('is read from %s', (text, expected) => {
    expect(openOf(text)).toEqual({ open: expected, problems: [] });
  });

  it.each([
    '{ frame: iframe }',
    '{ press: button }',
    '{ frame: iframe, press: "" }',
    '{ frame: [], press: button }',
    '{ frame: [iframe, ""], press: button }',
    '{ frame: iframe, press: [button] }',
    '{ frame: iframe, click: button }',
    '{ frame: iframe, press: button, then: other }',
    '[[iframe, button]]',
    '[]',
  ])('is an error in %s', (text) => {
    const { open, problems } = openOf(text);
    expect(open).toBeUndefined();
    expect(problems.map(({ message }) => message).join()).toContain(
      '"open" must be a selector, { frame: SELECTOR, press: SELECTOR }',
    );
  });

  const name = fc.string({ minLength: 1, unit: 'grapheme' });
  it('is printed in one line, which reads back as the same', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), name, (frame, press) => {
        const line = printOpener({ frame, press });
        expect(line).not.toContain('\n');
        expect(parseOpener(line)).toEqual({ frame, press });
        const { open, problems } = openOf(line);
        expect([open, problems]).toEqual([[{ frame, press }], []]);
      }),
    );
  });

  it.each([
    '.launcher',
    '{',
    '{ frame: iframe',
    '{ frame: iframe }',
    '{ frame: iframe, press: button, more: 1 }',
    '{ frame: [], press: button }',
    'a { frame: iframe, press: button }',
  ])('is a selector in the line %s, whatever it says', (line) => {
    expect(parseOpener(line)).toBe(line);
  });
});
