import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importRasaTests } from '../import/import-rasa.ts';
import type { Imported } from '../import/import-report.ts';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from '../print/print.ts';
import { exportRasa } from './export-rasa.ts';

const testCases = `fixtures:
  - premium:
    - membership: premium
test_cases:
  - test_case: book a table
    steps:
      - user: I want to book a table
      - bot: "For how many?"
      - utter: utter_ask_day
      - user: four
        assertions:
          - bot_uttered:
              text_matches: "table for \\\\d+"
              buttons:
                - title: Yes
                  payload: /yes
          - slot_was_set:
              - name: people
                value: 4
      - slot_was_set:
          - people: 4
  - test_case: book a table
    steps:
      - utter: utter_unknown
      - user: hi
        assertions:
          - bot_uttered:
              text_matches: "(?=x)"
`;

const domain = `responses:
  utter_ask_day:
    - text: "Which day, {name}?"
    - text: When?
`;

describe('importRasaTests', () => {
  const { suite, report } = importRasaTests([
    { name: 'tests.yml', text: testCases },
    { name: 'domain.yml', text: domain },
  ]) as Imported;

  const said = (operator: string, ...expected: string[]) => ({
    property: 'messages',
    operator,
    expected,
    negated: false,
  });

  it('carries over what is said on both sides', () => {
    expect(suite.tests).toMatchObject([
      {
        name: 'book a table',
        interactions: [
          {
            input: { kind: 'text', text: 'I want to book a table' },
            assertions: [
              said('equals', 'For how many?'),
              said('contains', 'Which day, *?', 'When?'),
            ],
          },
          {
            input: { kind: 'text', text: 'four' },
            assertions: [
              said('regex', '/table for \\d+/'),
              { property: 'buttons', operator: 'contains', expected: ['Yes'] },
            ],
          },
        ],
      },
      { name: 'book a table (2)', interactions: [{ input: { kind: 'text', text: 'hi' } }] },
    ]);
    expect(parseSuite(printSuite(suite))).toEqual({ suite, problems: [] });
  });

  it('reports what it could not carry over, with its line', () => {
    expect(report).toMatchObject({ tests: 2, interactions: 3 });
    expect(report.losses.map(({ line, what }) => `${line} ${what.split(':')[0]}`)).toEqual([
      '1 fixtures',
      '17 slot_was_set',
      '20 slot_was_set',
      '24 utter',
      '28 text_matches',
    ]);
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const found = importRasaTests([
          { name: 'a.yml', text },
          { name: 'b.yml', text: `test_cases: ${text}` },
        ]);
        expect(found?.suite.configuration ?? {}).toEqual({});
      }),
    );
  });
});

describe('exportRasa', () => {
  it('writes what the importer reads back', () => {
    const { suite } = parseSuite(
      '- test: A\n- hi:\n  - messages === Hello.\n- book:\n  - messages =~ /for \\d+/\n  - messages =~ /(?i)day/\n- bye\n',
    );
    const { text, losses } = exportRasa(suite);
    expect(losses).toEqual([]);
    expect(importRasaTests([{ name: 'a.yml', text }])).toEqual({
      suite,
      report: { tests: 1, interactions: 3, losses: [] },
    });
  });

  it('says what a reply contains as patterns', () => {
    const { suite } = parseSuite(
      '- test: A\n- hi:\n  - prompt: [a.b, "c * d"]\n  - prompt === Exactly.\n  - prompt =~ /x/i\n',
    );
    expect(exportRasa(suite).text).toBe(`test_cases:
  - test_case: A
    steps:
      - user: hi
        assertions:
          - bot_uttered:
              text_matches: (?i)(a\\.b|c .* d)
          - bot_uttered:
              text_matches: (?i)x
          - bot_uttered:
              text_matches: ^Exactly\\.$
`);
  });

  it('says a pattern as one, also where it stands for a text', () => {
    const { suite } = parseSuite(
      '- where is it:\n  - prompt: /order \\d+/i\n  - messages: "/on its way/"\n  - prompt =~ /soon/gm\n  - prompt: [/a/, b]\n  - prompt: [/a/, /b/]\n',
    );
    const { text, losses } = exportRasa(suite);
    expect(text.match(/text_matches: .*/g)).toEqual([
      'text_matches: (?i)order \\d+',
      'text_matches: on its way',
      'text_matches: (?m)soon',
    ]);
    expect(losses.map(({ what }) => what)).toEqual([
      'prompt contains /a/ or "b"',
      'prompt matches /a/ or /b/',
    ]);
  });

  it('fills in what each test has values for, and tells of the rest', () => {
    const { suite } = parseSuite(`configuration:
  variables: { city: Bern }
  data: { one: { city: Berlin (West) } }
---
- test: A
- dataRow: one
- fly to {{city}}:
  - messages: to {{city}}
  - messages =~ /\\Qin {{city}}\\E$/
---
- test.skip: B
- fly to {{city}} by {{carrier}}: Bern
`);
    const { text, losses } = exportRasa(suite);
    expect(text.match(/(user|text_matches): .*/g)).toEqual([
      'user: fly to Berlin (West)',
      'text_matches: to Berlin \\(West\\)',
      'text_matches: in Berlin \\(West\\)$',
      'user: fly to Bern by {{carrier}}',
      'text_matches: (?i)Bern',
    ]);
    expect(losses.map(({ what }) => what)).toEqual(['test.skip: B', 'fly to Bern by {{carrier}}']);
  });

  it('reports what test cases cannot say', () => {
    const { suite } = parseSuite(
      '- $OPEN: welcome\n- hi:\n  - prompt != no\n  - latency < 5\n  - exit\n',
    );
    expect(exportRasa(suite).losses.map(({ what }) => what)).toEqual([
      'wait for the greeting',
      'branches after "hi"',
      'prompt does not contain "no"',
      'latency is less than 5',
    ]);
  });
});
