import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAssertion, matchSettings } from '../../match/match-assertion.ts';
import type { Reply } from '../../match/matcher.ts';
import { importBotScript } from '../import/botscript/import-botscript.ts';
import type { Assertion, Interaction, Test } from '../model/suite.ts';
import { fillTest } from '../model/template.ts';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from '../print/print.ts';
import { exportBotScript } from './export-botscript.ts';

function convo(lines: string): Interaction[] {
  return (
    importBotScript([{ name: 'a.convo.txt', text: `A\n\n${lines}` }]).suite.tests[0]
      ?.interactions ?? []
  );
}

const losses = (lines: string) =>
  importBotScript([{ name: 'a.convo.txt', text: `A\n\n${lines}` }]).report.losses;

const prompt = (...expected: string[]) => ({
  property: 'prompt',
  operator: 'contains',
  expected,
  negated: false,
});

describe('importBotScript', () => {
  it('makes a test of a conversation, with its name and description', () => {
    const { suite } = importBotScript([
      {
        name: 'folder/greeting.convo.txt',
        text: 'Greeting\r\nSays hello.\r\nPolitely.\r\n\r\n#bot\r\nwelcome\r\n\r\n#me\r\nhello\r\nthere\r\n\r\n#bot\r\nhow can I help\r\n',
      },
    ]);
    expect(suite.tests).toMatchObject([
      {
        name: 'Greeting',
        description: 'Says hello.\nPolitely.',
        interactions: [
          { input: { kind: 'open' }, assertions: [prompt('welcome')] },
          { input: { kind: 'text', text: 'hello\nthere' }, assertions: [prompt('how can I help')] },
        ],
      },
    ]);
  });

  it('collects all replies of a turn, and expects nothing of an empty one', () => {
    expect(convo('#me\nhi\n\n#bot\nfirst\n\n#bot\n\n#bot\n!sorry\n')).toMatchObject([
      { assertions: [prompt('first'), { ...prompt('sorry'), negated: true }] },
    ]);
  });

  it.each<[string, object]>([
    ['BUTTONS yes|no', { property: 'buttons', operator: 'contains', expected: ['yes'] }],
    ['BUTTONS', { property: 'buttons', operator: 'exists' }],
    ['BUTTONS_COUNT 2', { property: 'buttons.length', operator: 'equals', expected: [2] }],
    [
      'BUTTONS_COUNT >=2',
      { property: 'buttons.length', operator: 'greaterOrEqual', expected: [2] },
    ],
    ['MEDIA cat.png', { property: 'attachments', operator: 'contains', expected: ['cat.png'] }],
    ['CARDS Offer', { property: 'cards', operator: 'contains', expected: ['Offer'] }],
    ['JSON_PATH $.a.b|c', { property: '$.a.b', operator: 'contains', expected: ['c'] }],
    ['JSON_PATH a.b', { property: '$.a.b', operator: 'exists' }],
    ['TEXT_EQUALS Hi.', { property: 'prompt', operator: 'equals', expected: ['Hi.'] }],
    ['TEXT_EQUALS_IC Hi.', { operator: 'regex', expected: ['/^\\s*Hi\\.\\s*$/i'] }],
    ['TEXT_CONTAINS_ANY a|b\\|c', { operator: 'contains', expected: ['a', 'b|c'] }],
    ['TEXT_REGEXP_ANY_IC \\d+', { operator: 'regex', expected: ['/\\d+/i'] }],
    ['TEXT_WER how are you|20', { operator: 'fuzzy', expected: ['how are you'] }],
    ['!TEXT_CONTAINS_ANY a|b', { operator: 'contains', expected: ['a', 'b'], negated: true }],
    ['!!not', { operator: 'contains', expected: ['!not'], negated: false }],
  ])('carries over %s', (line, assertion) => {
    expect(convo(`#me\nhi\n\n#bot\n${line}\n`)[0]?.assertions[0]).toMatchObject(assertion);
    expect(losses(`#me\nhi\n\n#bot\n${line}\n`)).toEqual([]);
  });

  it.each([
    ['#me\n!!hello\n!wow\n?really\n', { input: { kind: 'text', text: '!hello\n!wow\n?really' } }],
    ['#me\nhi\n#bot\nhello\n!sorry\n', { assertions: [prompt('hello\n!sorry')] }],
    [
      '#me\nhi\n#bot\n!hello\n?sorry\n',
      { assertions: [{ ...prompt('hello\n?sorry'), negated: true }] },
    ],
  ])('takes signs away from the first line of a text only: %j', (lines, interaction) => {
    expect(convo(lines)).toMatchObject([interaction]);
    expect(losses(lines)).toEqual([]);
  });

  it.each([
    ['TEXT_WER how are you|5', 0.95],
    ['TEXT_WER how are you|7 %', 0.93],
    ['TEXT_WER how are you|20', 0.8],
  ])('holds a text as near as %s asks', (line, fuzzyThreshold) => {
    expect(convo(`#me\nhi\n\n#bot\n${line}\n`)).toMatchObject([
      {
        assertions: [{ operator: 'fuzzy', expected: ['how are you'] }],
        settings: { fuzzyThreshold },
      },
    ]);
  });

  it('says that the connector of botium.json was left behind', () => {
    const json = {
      botium: {
        Capabilities: { CONTAINERMODE: 'simplerest', SIMPLEREST_URL: 'https://bot.example/say' },
      },
    };
    const { report } = importBotScript([
      { name: 'project/a.convo.txt', text: 'A\n\n#me\nhi\n\n#bot\nhello\n' },
      { name: 'project/botium.json', text: JSON.stringify(json) },
    ]);
    expect(report.losses).toMatchObject([
      {
        file: 'project/botium.json',
        what: '"CONTAINERMODE":"simplerest", "SIMPLEREST_URL":"https://bot.example/say"',
        reason: expect.stringContaining('under channel'),
      },
    ]);
  });

  it('carries over pauses, waiting times and buttons that are pressed', () => {
    expect(
      convo('#me\nPAUSE 1500\nBUTTON Yes|yes_payload\n\n#bot\nWAITFORBOT 20000\nok\n'),
    ).toMatchObject([
      { input: { kind: 'pause', seconds: 1.5 } },
      { input: { kind: 'text', text: 'Yes' }, settings: { replyTimeout: 20 } },
    ]);
  });

  it.each([
    ['#bot\n?perhaps', 4, '?perhaps'.slice(1)],
    ['#bot\nINTENT greet', 4, 'INTENT greet'],
    ['#me\nMEDIA cat.png', 4, 'MEDIA cat.png'],
    ['#begin\nUPDATE_CUSTOM a|b', 4, 'UPDATE_CUSTOM a|b'],
    ['#bot\nBUTTONS_COUNT many', 4, 'BUTTONS_COUNT many'],
    ['#bot\n?perhaps\nor not', 4, 'perhaps'],
    ['#bot\n?BUTTONS yes', 4, 'BUTTONS yes'],
    ['#bot\nTEXT_WER hi|many', 4, 'TEXT_WER hi|many'],
    ['#bot\nTEXT_WER hi|5\nTEXT_WER ho|10', 5, 'TEXT_WER ho|10'],
    ['#include NOBODY', 3, 'include NOBODY'],
  ])('reports %j as lost', (lines, line, what) => {
    expect(losses(lines)).toMatchObject([{ file: 'a.convo.txt', line, what }]);
  });

  it('puts partial conversations in their place, also those inside others', () => {
    const { suite, report } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#include LOGIN\n#me\nhi\nINCLUDE MORE\n' },
      { name: 'login.pconvo.txt', text: 'LOGIN\n#me\nlog in\n#bot\nwelcome\n#include MORE\n' },
      { name: 'more.pconvo.txt', text: 'MORE\n#me\nmore\n' },
      { name: 'skip_this.convo.txt', text: 'Skipped\n#me\nno\n' },
    ]);
    expect(suite.tests).toHaveLength(1);
    expect(suite.tests[0]?.interactions.map(({ input }) => input)).toEqual(
      ['log in', 'more', 'more', 'hi'].map((text) => ({ kind: 'text', text })),
    );
    expect(report.losses).toEqual([]);
  });

  it('ends on partial conversations that include themselves', () => {
    const { report } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#include X\n' },
      { name: 'x.pconvo.txt', text: 'X\n#include X\n' },
    ]);
    expect(report.losses).toMatchObject([{ reason: 'It includes itself.' }]);
  });

  it('says each example of an utterance in a test of its own, and hears any of them', () => {
    const { suite } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#me\nUTT_HI Anna\n#bot\nUTT_HELLO\n#me\nbye\n' },
      { name: 'hi.utterances.txt', text: 'UTT_HI\nhi %s\nhello\n' },
      { name: 'hello.utterances.txt', text: 'UTT_HELLO\nwelcome\ngood morning\n' },
    ]);
    expect(suite.tests.map(({ name }) => name)).toEqual(['A - example 1', 'A - example 2']);
    expect(suite.tests.map(({ interactions }) => interactions[0])).toMatchObject([
      { input: { text: 'hi Anna' }, assertions: [prompt('welcome', 'good morning')] },
      { input: { text: 'hello Anna' } },
    ]);
  });

  it('makes rows of data of scripting memory', () => {
    const { suite } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#me\nfly to $city\n#bot\n$city is $cityState\n' },
      { name: 'b.convo.txt', text: 'B\n#me\nhi\n' },
      {
        name: 'cities.scriptingmemory.txt',
        text: '      |$city  |$cityState\n------\ncase1 |Berlin |free\ncase2 |Bonn   |full\n'.replace(
          '------\n',
          '',
        ),
      },
    ]);
    expect(suite.configuration.data).toEqual({
      case1: { city: 'Berlin', cityState: 'free' },
      case2: { city: 'Bonn', cityState: 'full' },
    });
    expect(suite.tests).toMatchObject([
      {
        name: 'A - case1',
        dataRow: 'case1',
        interactions: [
          { input: { text: 'fly to {{city}}' }, assertions: [prompt('{{city}} is {{cityState}}')] },
        ],
      },
      { name: 'A - case2', dataRow: 'case2' },
      { name: 'B' },
    ]);
    expect(parseSuite(printSuite(suite))).toEqual({ suite, problems: [] });
  });

  it('makes rows of data of scripting memory with a column for each case', () => {
    const { suite, report } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#me\nfly to $city\n#bot\nit is $state\n' },
      {
        name: 'cities.scriptingmemory.txt',
        text: '       |case1  |case2 |\n\n$city  |Berlin |Bonn  |\n$state |free\n',
      },
    ]);
    expect(report.losses).toEqual([]);
    expect(suite.configuration.data).toEqual({
      case1: { city: 'Berlin', state: 'free' },
      case2: { city: 'Bonn' },
    });
    const [interaction] = suite.tests[0]?.interactions ?? [];
    expect(interaction).toMatchObject({
      input: { text: 'fly to {{city}}' },
      assertions: [prompt('it is {{state}}')],
    });
    expect(suite.tests.map(({ dataRow }) => dataRow)).toEqual(['case1', 'case2']);
  });

  it.each<[line: string, said: string, holds: boolean]>([
    ['TEXT_EQUALS_IC Fly to $city!', 'fly to a.b*!', true],
    ['TEXT_EQUALS_IC Fly to $city!', 'fly to axb!', false],
    ['TEXT_EQUALS_IC Fly to $city!', 'fly to a.bbb!', false],
    ['!TEXT_IC $city', 'A.B*', false],
    ['TEXT_WILDCARDEXACT_ANY to * or $city', 'to Bern or a.b*', true],
    ['TEXT_WILDCARDEXACT_ALL_IC $city *', 'A.B* is full', true],
    ['TEXT_WILDCARDEXACT_ALL_IC $city *', 'a.bbb is full', false],
    ['TEXT_EQUALS_IC {{nobody}}', '{{nobody}}', true],
    ['TEXT_EQUALS_IC 2 * 3', '2 * 3', true],
    ['TEXT_IC 2 * 3', '2 and 3', false],
    ['TEXT_WILDCARDEXACT_ANY 2 * 3', '2 and 3', true],
  ])('holds the whole text as it was meant: %s, %j: %s', (line, said, holds) => {
    const { suite } = importBotScript([
      { name: 'a.convo.txt', text: `A\n#me\n$city\n#bot\n${line}\n` },
      { name: 'a.scriptingmemory.txt', text: '|$city\nx|a.b*\n' },
    ]);
    const test = fillTest(suite.tests[0] as Test, suite.configuration);
    const [asked] = test.interactions[0]?.assertions ?? [];
    const reply: Reply = {
      text: said,
      messages: [said],
      buttons: [],
      attachments: [],
      latencyMs: 0,
      payload: null,
    };
    expect(matchAssertion(asked as Assertion, reply, matchSettings({})).passed).toBe(holds);
  });

  it('numbers rows of one name, also those without a name', () => {
    const { suite } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#me\n$city\n' },
      {
        name: 'cities.scriptingmemory.txt',
        text: '|$city\nx|Berlin\nx|Bonn\nx (2)|Bern\nx|Basel\n|Wien\n|Graz\n',
      },
    ]);
    const names = ['x', 'x (2)', 'x (2) (2)', 'x (3)', 'row', 'row (2)'];
    expect(Object.keys(suite.configuration.data ?? {})).toEqual(names);
    expect(suite.tests.map(({ dataRow }) => dataRow)).toEqual(names);
  });

  it('takes the longest of the variables that a text may mean, and lets prices be', () => {
    const { suite } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#me\n$cityState for $5 in $city!\n' },
      { name: 'a.scriptingmemory.txt', text: '|$city|$cityState|\nx|Berlin|free|\n' },
    ]);
    expect(suite.tests[0]?.interactions[0]?.input).toEqual({
      kind: 'text',
      text: '{{cityState}} for $5 in {{city}}!',
    });
  });

  it('reads a tag and an include with many spaces behind', () => {
    const { suite, report } = importBotScript([
      {
        name: 'a.convo.txt',
        text: `A\n#me${' '.repeat(10_000)}x\u2028y\nhi\nINCLUDE${' '.repeat(10_000)}x\u2028y\n`,
      },
    ]);
    expect(suite.tests[0]?.interactions).toMatchObject([{ input: { kind: 'text', text: 'hi' } }]);
    expect(report.losses).toMatchObject([{ what: 'include x\u2028y' }]);
  });

  it('survives any text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '#me',
        '#bot',
        '#include A',
        'INCLUDE A',
        '?!',
        '!',
        'BUTTONS a|',
        'PAUSE x',
        '',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (first, second) => {
        const { suite } = importBotScript([
          { name: 'a.convo.txt', text: first.join('\n') },
          { name: 'A.pconvo.txt', text: second.join('\n') },
        ]);
        expect(suite.tests.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('exportBotScript', () => {
  const { suite } = parseSuite(`configuration:
  data: { one: { city: Berlin } }
---
- test: Flight
- dataRow: one
- description: About flights
- $OPEN: welcome
- to {{city}}:
  - set replyTimeout: 20
  - prompt: flying to {{city}}
  - prompt != sorry
  - prompt: [a, b]
  - prompt === Exactly.
  - prompt =~ /\\d+/i
  - buttons: yes please
  - buttons.length >= 2
  - attachments exists
  - $.intent.name: fly
- $PAUSE 2
- bye
`);

  it('writes what the importer reads back', () => {
    const { files, losses: lost } = exportBotScript(suite);
    expect(lost).toEqual([]);
    const back = importBotScript(files);
    expect(back.report.losses).toEqual([]);
    const { dataRow, ...flight } = fillTest(suite.tests[0] as Test, suite.configuration);
    expect(dataRow).toBe('one');
    expect(back.suite).toEqual({ configuration: {}, tests: [flight] });
  });

  it('doubles signs where they would be taken for some', () => {
    const said = { kind: 'text' as const, text: '!wow\n!really\n?yes' };
    const test: Test = {
      name: 'A',
      mode: 'normal',
      tags: [],
      description: 'Look\n!here',
      interactions: [{ input: said, assertions: [], branches: [], settings: {} }],
    };
    const { files, losses: lost } = exportBotScript({ configuration: {}, tests: [test] });
    expect(lost).toEqual([]);
    expect(files[0]?.text).toBe('A\nLook\n!here\n\n#me\n!!wow\n!really\n?yes\n\n#bot\n');
    expect(importBotScript(files).suite.tests).toEqual([test]);
  });

  it('holds each test once, with its own row of data', () => {
    const { suite: rows } = parseSuite(`configuration:
  variables: { fare: "$5 | up", city: Bern }
  data: { one: { city: Berlin }, two: { city: Bonn } }
  findReplace: { FLY: fly }
---
- test: A
- dataRow: one
- FLY to {{city}}: from {{fare}}
---
- test: B
- dataRow: two
- FLY to {{city}}: "{{city}} is full"
---
- test: C
- FLY to {{city}} by {{carrier}}: ok
`);
    const { files, losses: lost } = exportBotScript(rows);
    expect(files.map(({ text }) => text)).toEqual([
      'A\n\n#me\nfly to Berlin\n\n#bot\nfrom $5 | up\n',
      'B\n\n#me\nfly to Bonn\n\n#bot\nBonn is full\n',
      'C\n\n#me\nfly to Bern by {{carrier}}\n\n#bot\nok\n',
    ]);
    expect(lost).toEqual([
      {
        file: 'C.convo.txt',
        what: 'fly to Bern by {{carrier}}',
        reason: 'The suite does not have values for all of it.',
      },
    ]);
    expect(importBotScript(files).suite.tests).toHaveLength(3);
  });

  it('tells of tests that are left out or leave out others', () => {
    const { suite: modes } = parseSuite('- test.skip: A\n- hi\n---\n- test.only: B\n- hi\n');
    expect(exportBotScript(modes).losses).toMatchObject([
      { file: 'A.convo.txt', what: 'test.skip: A' },
      { file: 'B.convo.txt', what: 'test.only: B' },
    ]);
  });

  it('writes a value that is no part of its pattern so that others read it as such', () => {
    const { suite: whole } = importBotScript([
      { name: 'a.convo.txt', text: 'A\n#me\n$city\n#bot\nTEXT_EQUALS_IC in $city\n' },
      { name: 'a.scriptingmemory.txt', text: '|$city\nx|a.b (c)\n' },
    ]);
    expect(exportBotScript(whole).files[0]?.text).toContain(
      'TEXT_REGEXP_ANY_IC ^\\s*in a\\.b \\(c\\)\\s*$\n',
    );
  });

  it('says a pattern as one, also where it stands for a text', () => {
    const { suite: patterns } = parseSuite(
      '- where is it:\n  - prompt: /order \\d+/i\n  - prompt: [/a/, /b/]\n  - prompt != /sorry/\n  - prompt: [/a/, b]\n  - buttons: /yes/i\n  - $.intent: /fly/\n',
    );
    const { files, losses: lost } = exportBotScript(patterns);
    expect(files[0]?.text).toContain(
      '#bot\nTEXT_REGEXP_ANY_IC order \\d+\nTEXT_REGEXP_ANY a|b\n!TEXT_REGEXP_ANY sorry\n',
    );
    expect(lost.map(({ what }) => what)).toEqual([
      'prompt contains /a/ or "b"',
      'buttons matches /yes/i',
      '$.intent matches /fly/',
    ]);
  });

  it('names files by their tests and never twice alike', () => {
    const { suite: twins } = parseSuite('- test: "A/b: c"\n- hi\n---\n- test: a b c\n- hi\n');
    expect(exportBotScript(twins).files.map(({ name }) => name)).toEqual([
      'A-b-c.convo.txt',
      'a-b-c-2.convo.txt',
    ]);
  });

  it('reports what conversations cannot say', () => {
    const { suite: phone } = parseSuite(
      '- $DIAL: welcome\n- $12:\n  - latency < 2s\n  - yes goto $DIAL\n',
    );
    expect(exportBotScript(phone).losses.map(({ what }) => what)).toEqual([
      'dial',
      'a branch after "press 12"',
      'press 12',
      'latency is less than 2000',
    ]);
  });

  it.each([
    'PAUSE 100',
    'BUTTON yes',
    'MEDIA a.png',
    'FORM a',
    'INTENT foo',
    'INCLUDE foo',
    'SET_SCRIPTING_MEMORY a|b',
    'hi\n  PAUSE 100',
    'hi\n!PAUSE 100',
  ])('reports a text that would be a command: %j', (text) => {
    const { suite: said } = parseSuite(
      `- test: A\n- hello: welcome\n- ${JSON.stringify(text)}: ok\n- PAUSED again\n`,
    );
    const { files, losses: lost } = exportBotScript(said);
    expect(lost).toEqual([
      { file: 'A.convo.txt', what: text, reason: 'It would be interpreted as a command.' },
    ]);
    expect(files[0]?.text).toBe(
      'A\n\n#me\nhello\n\n#bot\nwelcome\n\n#bot\nok\n\n#me\nPAUSED again\n\n#bot\n',
    );
  });

  it('writes how long a reply may take in milliseconds, whatever its unit', () => {
    const { suite: timed } = parseSuite('- hi:\n  - set replyTimeout: 1500ms\n  - prompt: hello\n');
    expect(exportBotScript(timed).files[0]?.text).toContain('#bot\nhello\nWAITFORBOT 1500\n');
  });
});
