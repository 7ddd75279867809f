// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file format has them.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import {
  applySuite,
  foldEvents,
  type Json,
  matchAssertion,
  matchSettings,
  parseSuite,
  planRun,
  type Reply,
  type RunEvent,
  type SuiteConfiguration,
} from '@parley/suite';
import { exportTestingJson, importTestingJson } from '@parley/suite/testing-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSuites } from './find-suites.ts';

/** A bot that echoes messages. */
const bot = createServer(async (request, response) => {
  const { text } = (await json(request)) as { text: string };
  response.end(JSON.stringify({ text }));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}/`;
});
afterAll(() => void bot.close());

const testOf = (lines: string) => parseSuite(`---\n- test: A\n${lines}`);
const problemsOf = (text: string) =>
  parseSuite(text).problems.map(({ severity, message }) => `${severity}: ${message}`);
const firstStep = (lines: string) => testOf(lines).suite.tests[0]?.interactions[0];
const assertionOf = (line: string) => {
  const { suite, problems } = testOf(`- hi:\n  - ${line}\n`);
  const assertion = suite.tests[0]?.interactions[0]?.assertions[0];
  if (!assertion || problems.length > 0) throw new Error(`${line}: ${problems[0]?.message}`);
  return assertion;
};

/** @returns true if a reply with this text or JSON payload meets the assertion in the line */
function holds(line: string, said: Json | undefined, configuration: SuiteConfiguration = {}) {
  const text = typeof said === 'string' ? said : '';
  const reply: Reply = {
    ...{ text, messages: [text], buttons: [], attachments: [], latencyMs: 1 },
    payload: said ?? null,
  };
  const heard = said === undefined ? undefined : reply;
  return matchAssertion(assertionOf(line), heard, matchSettings(configuration)).passed;
}

async function run(lines: string, settings = '') {
  const text = `configuration:\n  channel: { kind: http, url: "${url}" }\n${settings}---\n- test: A\n${lines}`;
  const events: RunEvent[] = [];
  await runSuite({
    suite: parseSuite(text).suite,
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
  });
  const [test] = foldEvents(events).tests;
  return { outcome: test?.outcome, steps: test?.steps.map(({ outcome }) => outcome) };
}

async function suitesIn(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bespoken-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const found = await findSuites([folder]);
    return found.map(({ path, suite }) => ({ path: path.slice(folder.length + 1), suite }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const settingsFrom = (testingJson: object, environment = {}) =>
  importTestingJson(JSON.stringify(testingJson), parseSuite('- hi').suite, environment);

/** Checks of the table's rows, by the beginning of their first column. */
const rows: Record<string, () => unknown> = {
  'Files are found by': async () => {
    const files = ['a/test/x.yml', 'tests/x.yml', 'x.e2e.yml', 'b/x.spec.yml', 'x.test.yaml'];
    const found = await suitesIn(
      Object.fromEntries([...files, 'other/x.yml', 'coverage/x.test.yml'].map((f) => [f, '- hi'])),
    );
    expect(found.map(({ path }) => path).sort()).toEqual(files.sort());
  },
  'Multi-document YAML': () => {
    const { suite } = parseSuite(
      'configuration:\n- locale: de\n- voiceId: x\n---\n- hi\n---\n- ho',
    );
    expect(suite.configuration).toEqual({ locale: 'de', voiceId: 'x' });
    expect(suite.tests).toHaveLength(2);
  },
  'What calls a suite wins': async () => {
    const [found] = await suitesIn({
      'testing.json': '{"locale": "en-US", "voiceId": "Joey"}',
      'tests/a.yml': 'configuration: { locale: de-DE }\n---\n- hi',
    });
    expect(found?.suite.configuration).toEqual({ locale: 'de-DE', voiceId: 'Joey' });
  },
  'A document that is no list': () =>
    expect(problemsOf('a: b\n---\n- hi')).toEqual([expect.stringMatching(/^error: .*neither/)]),
  'An empty list is an empty test': () =>
    expect(parseSuite('---\n[]\n').suite.tests).toMatchObject([{ interactions: [] }]),
  '`test`, `test.only`': () =>
    expect(
      parseSuite('- tags: a\n- description: d\n- test.skip: X\n- hi').suite.tests,
    ).toMatchObject([{ name: 'X', mode: 'skip', tags: ['a'], description: 'd' }]),
  'Default names': () =>
    expect(
      parseSuite('- hi\n---\n- test: A\n---\n- test: A').suite.tests.map(({ name }) => name),
    ).toEqual(['Test 1', 'A', 'A (2)']),
  '`tags` is one text': () =>
    expect(parseSuite('- tags: a, b\n---\n- tags: [a, b]').suite.tests).toMatchObject([
      { tags: ['a', 'b'] },
      { tags: ['a', 'b'] },
    ]),
  'Any `only` leaves out': () =>
    expect(
      planRun(parseSuite('- test: A\n---\n- test.only: B').suite).map(({ mode }) => mode),
    ).toEqual(['skipped', 'run']),
  '`include` and `exclude`': () => {
    const { suite, report } = settingsFrom({ include: 'smoke' });
    expect(report.losses).toMatchObject([{ what: 'include: "smoke"' }]);
    expect(suite.configuration.extra).toEqual({ include: 'smoke' });
  },
  '`settings: { dataTableRowId': () =>
    expect(testOf('- settings: { dataTableRowId: r }\n- hi').suite.tests[0]?.dataRow).toBe('r'),
  'An interaction without an expectation': async () => {
    expect(await run('- hi')).toMatchObject({ outcome: 'passed' });
  },
  'Operators in a scalar': () =>
    expect(firstStep('- a =~ /b/ == c')?.assertions).toMatchObject([{ operator: 'regex' }]),
  '`undefined`, `null`, `true`': () =>
    expect(
      ['undefined', 'null', 'true', 'false'].map((word) => assertionOf(`a: ${word}`).expected),
    ).toEqual([[null], [null], [true], [false]]),
  'Surrounding double quotes': () => expect(assertionOf('a: "null"').expected).toEqual(['null']),
  'A value behind `!=`': () => expect(assertionOf('prompt != a - b').expected).toEqual(['a - b']),
  'A quote within': () => {
    expect(problemsOf('- hi:\n  - prompt: "say "hi" now"')[0]).toContain('error:');
    expect(assertionOf('prompt: "say \\"hi\\" now"').expected).toEqual(['say "hi" now']);
  },
  'A value that starts with `/`': () => {
    expect([holds('prompt: /help', 'try /help'), holds('prompt: /h.lp/', 'hilp')]).toEqual([
      true,
      true,
    ]);
  },
  '`. ( ) [ ]': () => {
    expect(['abc', 'only y', 'call (us'].map((said) => holds('prompt: [a.c, x|y]', said))).toEqual([
      false,
      false,
      false,
    ]);
    expect(holds('prompt: call (us', 'please call (us')).toBe(true);
  },
  'A bad pattern': () =>
    expect(problemsOf('- hi:\n  - prompt =~ /(/')[0]).toMatch(/^error: The pattern/),
  'Patterns of JavaScript': () =>
    expect(problemsOf('- hi:\n  - prompt =~ /(?=a)/')[0]).toMatch(/^error: The pattern/),
  'Case ignored in': () => {
    expect([holds('prompt: HI', 'hi'), holds('transcript: HI', 'hi')]).toEqual([true, true]);
    expect(holds('a: HI', { a: 'hi' })).toBe(false);
  },
  'A list passes': () => {
    expect(holds('prompt: [a, b]', 'b')).toBe(true);
    expect(holds('prompt != [a, b]', 'b')).toBe(false);
  },
  '`"*"` matches': () => {
    expect([holds('prompt: "*"', ''), holds('prompt: ""', 'x')]).toEqual([true, true]);
    expect(holds('prompt: "*"', undefined)).toBe(false);
  },
  'A missing value': () => {
    const lines = ['a: x', 'a != x', 'a: undefined', 'a: null'];
    expect(lines.map((line) => holds(line, {}))).toEqual([false, true, true, true]);
  },
  'Numbers are compared': () => expect(holds('a > 2.4', { a: 2.5 })).toBe(true),
  'A value that is no number': () => {
    expect([holds('a > 1', { a: 'x' }), holds('a < 1', { a: 'x' })]).toEqual([false, false]);
    expect(problemsOf('- hi:\n  - a > x')).toEqual(['error: "x" is not a number.']);
  },
  '`lenientMode` makes': () => {
    expect(holds('prompt: "a*c"', 'a. b, c!', { lenient: true })).toBe(true);
    expect(holds('prompt: /a\\./', 'a b', { lenient: true })).toBe(false);
  },
  'The fuzzy threshold': () => {
    expect(holds('prompt: your balance', 'yor balance', { fuzzyThreshold: 0.5 })).toBe(false);
    expect(holds('prompt ~~ your balance', 'yor balance', { fuzzyThreshold: 0.5 })).toBe(true);
  },
  'All assertions of a step': async () => {
    const lines = '- hi: no\n- ho: ho';
    expect((await run(lines)).steps).toEqual(['failed', 'passed']);
    expect((await run(lines, '  stopTestOnFailure: true\n')).steps).toEqual(['failed', 'pending']);
  },
  '`goto` and `exit` need': async () => {
    const lines = '- hi:\n  - hi goto end\n- no: never\n- end:\n  - exit\n- no: never';
    expect((await run(lines)).steps).toEqual(['passed', 'pending', 'passed', 'pending']);
  },
  '`value goto target`': async () => {
    expect(firstStep('- hi:\n  - a goto b goto end\n- end')?.branches).toMatchObject([
      { when: { expected: ['a goto b'] }, to: { target: 'end' } },
    ]);
    expect(await run('- hi:\n  - never goto end\n- end')).toMatchObject({
      steps: ['passed', 'passed'],
    });
  },
  'A failed step with `goto`': async () => {
    const lines = '- hi:\n  - prompt: no\n  - hi goto end\n- no: never\n- end';
    expect((await run(lines)).steps).toEqual(['failed', 'pending', 'passed']);
  },
  '`exit` ends': async () => {
    expect(await run('- hi: no\n- ho:\n  - exit')).toMatchObject({ outcome: 'failed' });
  },
  '`request.x.y` and': () =>
    expect(firstStep('- hi:\n  - request.x.y: 1\n  - set finishOnPhrase: z')?.settings).toEqual({
      'request.x.y': 1,
      finishOnPhrase: 'z',
    }),
  'A phone step needs': () =>
    expect(problemsOf('configuration: { platform: phone }\n---\n- $DIAL\n- hi\n- bye')).toEqual([]),
  '`reprompt` and `sessionEnded`': () =>
    expect([holds('reprompt: undefined', {}), holds('sessionEnded: undefined', {})]).toEqual([
      true,
      true,
    ]),
  '`cardTitle`, `cardContent`': () => {
    const answer = { card: { mainTitle: 'T', textField: 'C', imageURL: 'I' } };
    const lines = ['cardTitle: T', 'cardContent: C', 'cardImageURL: I'];
    expect(lines.map((line) => holds(line, answer))).toEqual([true, true, true]);
  },
  '`caption`, `streamURL`': () =>
    expect(holds('debug.rawTranscript: x', { debug: { rawTranscript: 'x' } })).toBe(true),
  '`connection.endedBy`': () =>
    expect(holds('connection.endedBy: remote', { connection: { endedBy: 'remote' } })).toBe(true),
  'jQuery paths': () =>
    expect(problemsOf("- hi:\n  - $('span').innerHTML: a")[0]).toContain('page selectors'),
  'jQuery commands': () =>
    expect(problemsOf("- $('a').click()")[0]).toMatch(/^error: Page scripts/),
  'SSML and addresses': () =>
    expect(firstStep('- <speak>hi</speak>')?.input).toEqual({
      kind: 'text',
      text: '<speak>hi</speak>',
    }),
  '`$SILENCE`, or': () =>
    expect([firstStep('- $SILENCE')?.input, firstStep('- $MUTE')?.input]).toEqual([
      { kind: 'silence' },
      { kind: 'silence' },
    ]),
  '`intent` and `slots`': () =>
    expect(holds('intent: Book', { intent: 'Book', slots: { a: 1 } })).toBe(true),
  'Homophones are': () => {
    const homophones = { two_hills: ['to.ls'] };
    expect(holds('prompt: two hills', 'the to.ls', { homophones })).toBe(true);
    expect(holds('prompt: two hills', 'the tools', { homophones })).toBe(false);
  },
  '`findReplace` rewrites': async () => {
    const settings = '  findReplace: { GREETING: hello }\n';
    expect(await run('- GREETING: hello', settings)).toMatchObject({ outcome: 'passed' });
  },
  '`${NAME}` of the call': async () => {
    const settings = '  variables: { who: Ada }\n  data: { r: { pin: "12" } }\n  dataRow: r\n';
    expect(await run('- I am ${who} ${data.pin}: I am Ada 12', settings)).toMatchObject({
      outcome: 'passed',
    });
  },
  '`{name}` in an expectation': () => expect(holds('prompt: "{name}"', '{name}')).toBe(true),
  '`{{name}}` of shared steps': async () => {
    expect(await run('- I am {{who}}: Ada', '  variables: { who: Ada }\n')).toMatchObject({
      outcome: 'passed',
    });
  },
  '`${ENV}` in `testing.json`': () =>
    expect(
      settingsFrom({ voiceId: '${VOICE}', locale: '${NO}' }, { VOICE: 'x' }).suite.configuration,
    ).toEqual({ voiceId: 'x', locale: '' }),
  '`locales: en-US, de-DE`': () =>
    expect(settingsFrom({ locales: 'en-US, de-DE' }).report.losses).toHaveLength(1),
  '`locales/<language>.yml`': async () => {
    const found = await suitesIn({ 'locales/test/en.yml': '- x', 'tests/a.yml': '- x' });
    expect(found.map(({ path }) => path)).toEqual(['tests/a.yml']);
  },
  '`retryNumber` and `retryOn`': () => {
    const { suite, report } = settingsFrom({ retryNumber: 3, retryOn: [510] });
    expect(suite.configuration.retries).toBe(3);
    expect(report.losses.map(({ what }) => what)).toEqual(['retryOn: [510]']);
    expect(JSON.parse(exportTestingJson(suite))).toMatchObject({ retryNumber: 3, retryOn: [510] });
  },
  '`maxResponseWaitTime` is': () =>
    expect(settingsFrom({ maxResponseWaitTime: 60_000 }).suite.configuration).toEqual({
      replyTimeoutMs: 60_000,
    }),
  'The prefix of a token': () =>
    expect(settingsFrom({ virtualDeviceToken: 'phone-1' }).suite.configuration.platform).toBe(
      undefined,
    ),
  'JavaScript filters': () =>
    expect(settingsFrom({ filter: 'a.js' }).report.losses).toMatchObject([
      { what: 'filter: "a.js"' },
    ]),
  'Tabs as indentation': () => {
    expect(problemsOf('- hi:\n\t- prompt: a')[0]).toContain('Tabs');
    expect(problemsOf('- hi:\n  -prompt: a')[0]).toContain('A space is missing');
  },
  'A space stands before': () => {
    const text = '---\n- test : A\n- hi : "x"\n';
    const { suite, problems } = parseSuite(text);
    expect(problems).toEqual([]);
    expect(applySuite(text, suite)).toBe(text);
  },
};

describe('coming from Bespoken', () => {
  it.each(Object.entries(rows))('%s', async (_, prove) => {
    await prove();
  });

  it('has a test for each row of the table, and none besides', async () => {
    const docs = new URL('../../../docs/test-language.md', import.meta.url);
    const table = (await readFile(docs, 'utf8')).split('## Coming from Bespoken')[1] ?? '';
    const told = [...table.matchAll(/^\| (?!there|---)(.*)$/gm)].map(([, row]) => row as string);
    const named = Object.keys(rows);
    expect(told.filter((row) => !named.some((name) => row.startsWith(name)))).toEqual([]);
    expect(named.filter((name) => told.filter((row) => row.startsWith(name)).length !== 1)).toEqual(
      [],
    );
  });
});
