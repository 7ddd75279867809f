import { describe, expect, it } from 'vitest';
import { parseSuite } from '../parse/parse.ts';
import { acceptancesIn, isOfWording, noteAcceptance } from './acceptances.ts';
import { applySuite } from './apply.ts';

const text = `configuration:
  locale: en-US
---
- test: A
# said first
- hi: hello
---
- test: B
- bye: ["see you", "good bye"]
`;
const acceptance = { wording: 'good bye', by: 'Ada Lovelace', on: '2026-11-21' };

describe('noteAcceptance', () => {
  it('writes who and when above the step, and nothing else', () => {
    expect(noteAcceptance(text, { ...acceptance, test: 1, step: 0 })).toBe(
      text.replace('- bye', '# "good bye" accepted by Ada Lovelace on 2026-11-21\n- bye'),
    );
  });

  it('keeps other comments, and the line breaks of the text', () => {
    const noted = noteAcceptance(text.replaceAll('\n', '\r\n'), {
      ...acceptance,
      test: 0,
      step: 0,
    });
    expect(noted).toContain(
      '# said first\r\n# "good bye" accepted by Ada Lovelace on 2026-11-21\r\n- hi: hello\r\n',
    );
    expect(noted.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    ['a line feed', 'Ada\n- test: Evil'],
    ['a carriage return', 'Ada\r- test: Evil'],
    ['a next line', 'Ada\u0085- test: Evil'],
    ['a line separator', 'Ada\u2028- test: Evil'],
    ['a paragraph separator', 'Ada\u2029- test: Evil'],
  ])('keeps a name or wording with %s in the comment', (_what, evil) => {
    const noted = noteAcceptance(text, {
      wording: evil,
      by: evil,
      on: '2026-11-21',
      test: 0,
      step: 0,
    });
    expect(parseSuite(noted)).toMatchObject(parseSuite(text));
    expect(noted.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(text.split('\n').length + 1);
    expect(acceptancesIn(noted)[0]?.[0]).toEqual([
      { wording: 'Ada - test: Evil', by: 'Ada - test: Evil', on: '2026-11-21' },
    ]);
  });

  it.each([
    ['there is no such step', { test: 0, step: 7 }],
    ['there is no such test', { test: 7, step: 0 }],
  ])('changes nothing where %s', (_why, place) => {
    expect(noteAcceptance(text, { ...acceptance, ...place })).toBe(text);
  });

  it('writes nothing without a name', () => {
    expect(noteAcceptance(text, { ...acceptance, by: ' ', test: 0, step: 0 })).toBe(text);
  });

  it('says the same where a test stands in one line', () => {
    const flow = '[{ test: A }, { hi: hello }]\n';
    const noted = noteAcceptance(flow, { ...acceptance, test: 0, step: 0 });
    expect(parseSuite(noted).suite).toEqual(parseSuite(flow).suite);
  });
});

describe('acceptancesIn', () => {
  it('finds them by test and step, also after the step was edited', () => {
    const noted = noteAcceptance(text, { ...acceptance, test: 1, step: 0 });
    const { suite } = parseSuite(noted);
    suite.tests[1]?.interactions[0]?.assertions[0]?.expected.push('bye');
    expect(acceptancesIn(applySuite(noted, suite))).toEqual([[[]], [[acceptance]]]);
  });

  it('finds none in other comments', () => {
    expect(acceptancesIn('- test: A\n# hello accepted by us on monday\n- hi\n')).toEqual([[[]]]);
    expect(acceptancesIn(text)).toEqual([]);
  });

  it('knows a long wording by its beginning', () => {
    const wording = 'bye '.repeat(50).trim();
    const noted = noteAcceptance(text, { ...acceptance, wording, test: 1, step: 0 });
    const [found] = acceptancesIn(noted)[1]?.[0] ?? [];
    expect(found && isOfWording(found, wording)).toBe(true);
    expect(found && isOfWording(found, 'good bye')).toBe(false);
  });
});
