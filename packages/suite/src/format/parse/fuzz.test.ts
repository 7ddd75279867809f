/** Fuzzes imports: they never throw, the result is a valid suite, and its size stays in proportion. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleTexts } from '../../test/sample-texts.ts';
import { exportBotScript } from '../export/export-botscript.ts';
import { exportRasa } from '../export/export-rasa.ts';
import { importTests } from '../import/import-tests.ts';
import { importTestingJson } from '../import/testing-json.ts';
import { printSuite } from '../print/print.ts';
import { maskCredentials } from './mask-credentials.ts';
import { outlineSuite } from './outline.ts';
import { parseSuite } from './parse.ts';
import { suiteTextLengthMax } from './read-yaml.ts';

const runs = { numRuns: 150 };

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '\t',
    '\r',
    '\u2028',
    '%s',
    '$',
    '|',
    '&',
    '*',
    '{{',
    '}}',
    '\\',
    '"',
    "'",
    ': ',
    '- ',
    '#',
    '  ',
  ),
);

/** Generates texts from pieces that the format knows, in any order, with arbitrary text between them. */
const piecesOf = (...known: string[]) =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...known) },
        { weight: 1, arbitrary: anything },
      ),
      {
        maxLength: 60,
      },
    )
    .map((pieces) => pieces.join(''));

const convo = piecesOf(
  '#me\n',
  '#bot\n',
  '#begin\n',
  '#end\n',
  '#include p\n',
  'INCLUDE p\n',
  'U ',
  'U\n',
  '$a ',
  '$a',
  '?!',
  '!',
  '?',
  '$',
  'BUTTONS a|b\n',
  'MEDIA x.png\n',
  'PAUSE 5\n',
  'WAITFORBOT 100\n',
  'TEXT_CONTAINS_ANY a|b\n',
  'INTENT x\n',
  'SET_SCRIPTING_MEMORY a|1\n',
  'hello\n',
  '\n',
  '|',
  '<OPTIONAL>',
  '{"a":',
  '[',
  ']',
);
const utterances = piecesOf('U\n', 'V\n', 'hi\n', '%s\n', '$a\n', 'U V\n', '\n');
const memory = piecesOf('|$a|$b\n', '|$a\n', 'r1|1|2\n', 'r1|1\n', '|', '\n', '$', 'x');
const rasa = piecesOf(
  'test_cases:\n',
  '- test_case: A\n',
  '  steps:\n',
  '  - user: hi\n',
  '  - utter: r\n',
  '  - bot: |\n      hi\n',
  '    assertions:\n',
  '    - bot_uttered:\n        text_matches: "a"\n',
  '    - slot_was_set: [{a: 1}]\n',
  'responses:\n',
  '  r:\n',
  '  - text: hi\n',
  'fixtures:\n',
  'stories:\n',
  '- story: B\n',
  '&a ',
  '*a',
  '[',
  ']',
  '{',
  '}',
  '\n',
  '  ',
);
const json = fc.oneof(
  fc.json(),
  piecesOf(
    '{',
    '}',
    '"type":',
    '"webchat"',
    '"virtualDeviceToken":',
    '"x"',
    ',',
    '[',
    ']',
    '"filter":',
    '1e999',
    'null',
  ),
);

const files = fc.record({
  convo,
  partial: convo,
  utterances,
  memory,
  rasa,
});

describe('what is imported', () => {
  it('in any format is a suite that is printed and read again, or none', () => {
    fc.assert(
      fc.property(files, (texts) => {
        for (const some of [
          [
            { name: 'a.convo.txt', text: `A\n${texts.convo}` },
            { name: 'p.pconvo.txt', text: `p\n${texts.partial}` },
            { name: 'u.utterances.txt', text: texts.utterances },
            { name: 'm.scriptingmemory.txt', text: texts.memory },
          ],
          [{ name: 'a.yml', text: texts.rasa }],
          [
            { name: 'a.convo.txt', text: texts.convo },
            { name: 'b.yml', text: texts.rasa },
          ],
        ]) {
          const imported = importTests(some);
          if (!imported) continue;
          const { suite, report } = imported;
          const printed = printSuite(suite);
          expect(printed.length).toBeLessThanOrEqual(suiteTextLengthMax);
          expect(parseSuite(printed).suite.tests.length).toBe(suite.tests.length);
          const length = some.reduce((sum, { text }) => sum + text.length, 0);
          expect(report.losses.length).toBeLessThanOrEqual(2 * length + 10);
        }
      }),
      runs,
    );
  });

  it('as settings is a configuration, or none', () => {
    fc.assert(
      fc.property(json, (text) => {
        const { suite } = parseSuite(Object.values(sampleTexts)[0] ?? '');
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          return;
        }
        const imported = importTestingJson(JSON.stringify(value), suite);
        expect(printSuite(imported.suite).length).toBeLessThan(10 * text.length + 20_000);
      }),
      runs,
    );
  });
});

describe('a text of pieces of the language', () => {
  const pieces = Object.values(sampleTexts).flatMap((text) =>
    text.split(/(?<=[\n:"'*&{}[\]#|>?-])/),
  );
  const text = piecesOf(
    ...pieces,
    'configuration:\n',
    '---\n',
    '- test: A\n',
    'goto ',
    ' ~~ ',
    ' =~ /a/',
    '!= ',
    ': &a ',
    '*a ',
    '{{a}}',
  );

  it('is exported, outlined, masked and printed, whatever is wrong with it', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { suite, problems } = parseSuite(source);
        expect(problems.length).toBeLessThanOrEqual(200);
        const most = 20 * source.length + 2_000;
        expect(JSON.stringify(outlineSuite(source)).length).toBeLessThan(10 * most);
        expect(printSuite(suite).length).toBeLessThan(most);
        expect(JSON.stringify(exportBotScript(suite)).length).toBeLessThan(10 * most);
        expect(JSON.stringify(exportRasa(suite)).length).toBeLessThan(10 * most);
        expect(maskCredentials(source).length).toBeLessThan(most);
      }),
      runs,
    );
  });
});
