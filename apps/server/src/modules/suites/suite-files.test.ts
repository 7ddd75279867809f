import { projects, type StoredSuite, suites } from '@parley/contract';
import { parseSuite, printSuite } from '@parley/suite';
import { parse } from 'content-disposition';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
let acme: Tenant;
let ada: Member;
let stranger: Member;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  acme = await createTenant(app);
  ada = await acme.add('member');
  stranger = (await createTenant(app, { name: 'Other' })).owner;
  projectId = (await ada.call(projects.createProject, { body: { name: 'Files' } })).body.id;
});

afterAll(() => app.close());

/** A suite with everything that a text can express, including content that spreadsheets tend to misread. */
const fullSource = `---
configuration:
  description: "=1+1"
  platform: webchat
  locale: de-DE
  channel:
    kind: http
    url: https://bot.example/message
  variables:
    name: "007"
---
- test: "=cmd|' /C calc'!A0"
- tags: smoke, "-1"
- hello: welcome
- "+49 30": "@sum"
- order:
  - label: start
  - prompt: which one
  - buttons[0].title: Card
  - goto start
- 42: "42"
- "true":
  - prompt != sorry
---
- test.skip: Nothing yet
`;

async function createSuite(suite: { name?: string; source?: string } = {}): Promise<StoredSuite> {
  const body = { name: 'Suite', platform: 'webchat' as const, ...suite, projectId };
  const answer = await ada.call(suites.createSuite, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

async function download(suiteId: string, format?: 'excel', by = ada, orgId = acme.organizationId) {
  const path = `/internal/v1/users/${by.userId}/organizations/${orgId}/testsuites/${suiteId}/download`;
  const response = await fetch(`${app.url}${path}${format ? `?format=${format}` : ''}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    disposition: response.headers.get('content-disposition') ?? '',
    content: new Uint8Array(await response.arrayBuffer()),
  };
}

const importFile = (fileName: string, content: Uint8Array | string, name?: string) =>
  ada.call(suites.importSuite, {
    body: { projectId, fileName, name, content: Buffer.from(content).toString('base64') },
  });

const tests = `---
- test: Greets
- hello: welcome
`;

describe('GET testsuites/{id}/download', () => {
  it('[S-255, S-256] gives a zip with the text and its configuration', async () => {
    const suite = await createSuite({ name: 'Orders', source: fullSource });
    const file = await download(suite.id);
    expect(file.status).toBe(200);
    expect(file.type).toBe('application/zip');
    expect(file.disposition).toBe('attachment; filename=Orders.e2e.zip');
    const files = unzipSync(file.content);
    expect(Object.keys(files)).toEqual(['testing.json', 'Orders.e2e.yml']);
    expect(strFromU8(files['Orders.e2e.yml'] ?? new Uint8Array())).toBe(fullSource);
    expect(JSON.parse(strFromU8(files['testing.json'] ?? new Uint8Array()))).toMatchObject({
      platform: 'webchat',
      locale: 'de-DE',
      channel: { kind: 'http', url: 'https://bot.example/message' },
      variables: { name: '007' },
    });
  });

  it('[S-255, S-257] gives an Excel workbook in which nothing is a formula', async () => {
    const suite = await createSuite({ name: 'Orders', source: fullSource });
    const file = await download(suite.id, 'excel');
    expect(file.status).toBe(200);
    expect(file.disposition).toBe('attachment; filename=Orders.xlsx');
    const xml = Object.entries(unzipSync(file.content))
      .filter(([path]) => path.startsWith('xl/worksheets/'))
      .map(([, bytes]) => strFromU8(bytes))
      .join('');
    expect(xml).not.toMatch(/<f[ >]/);
    expect(xml).toContain('<c ');
  });

  it.each([
    ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
    ['..', '..'],
    ["it's; filename=evil.exe", "it's; filename=evil.exe"],
    ['x'.repeat(120), 'x'.repeat(120)],
  ])('replaces in %s only what file systems forbid', async (name, expected) => {
    const { disposition } = await download((await createSuite({ name })).id);
    expect(parse(disposition).parameters).toEqual({ filename: `${expected}.e2e.zip` });
  });

  it('names a file in any script as RFC 6266 has it', async () => {
    const suite = await createSuite({ name: '予約テスト – “é”' });
    const { disposition } = await download(suite.id, 'excel');
    const encoded = encodeURIComponent('予約テスト – “é”.xlsx');
    expect(disposition).toContain(`filename*=UTF-8''${encoded}`);
    expect(disposition).toMatch(/^[\x20-\x7e]+$/);
  });

  it('says so when a text does not fit into a cell', async () => {
    const source = `---\n- test: Long\n- hello: ${'word '.repeat(7000)}\n`;
    const { status, content } = await download((await createSuite({ source })).id, 'excel');
    expect(status).toBe(422);
    expect(strFromU8(content)).toContain('Download it as a zip instead');
  });

  it('knows two formats', async () => {
    const { id: suiteId } = await createSuite();
    const query = { format: 'pdf' } as never;
    expect((await ada.call(suites.downloadSuite, { params: { suiteId }, query })).status).toBe(400);
  });

  it('is closed to others', async () => {
    const { id: suiteId } = await createSuite();
    expect((await download(suiteId, undefined, stranger)).status).toBe(404);
    expect((await download(suiteId, 'excel', stranger, stranger.organizationId)).status).toBe(404);
    const params = { userId: ada.userId, orgId: acme.organizationId, suiteId };
    expect((await app.call(suites.downloadSuite, { params })).status).toBe(401);
  });
});

describe('POST testsuites/import', () => {
  it('reads a downloaded ZIP back unchanged', async () => {
    const { id } = await createSuite({ name: 'Orders', source: fullSource });
    const answer = await importFile('Orders.e2e.zip', (await download(id)).content);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Orders',
      source: fullSource,
      testCount: 2,
      projectId,
    });
  });

  it.each(['.NET bot', '..', '.hidden/.e2e.yml'])('reads the zip of “%s” back', async (name) => {
    const { id } = await createSuite({ name, source: tests });
    const answer = await importFile('download.zip', (await download(id)).content);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.source).toBe(tests);
  });

  it('reads steps in which nothing is said back out of a workbook', async () => {
    const source = `---
- test: Quiet
- hello: welcome
- "":
  - prompt: are you there
  - prompt: hello
- ""
- bye: see you
`;
    const { id } = await createSuite({ name: 'Quiet', source });
    const answer = await importFile('Quiet.xlsx', (await download(id, 'excel')).content);
    expect(answer.status, answer.text).toBe(201);
    expect(parseSuite(answer.body.source).suite).toEqual(parseSuite(source).suite);
    expect(parseSuite(source).suite.tests[0]?.interactions).toHaveLength(4);
  });

  it('reads a downloaded workbook back with the same meaning', async () => {
    const { id } = await createSuite({ name: 'Orders', source: fullSource });
    const answer = await importFile('Orders.xlsx', (await download(id, 'excel')).content);
    expect(answer.status, answer.text).toBe(201);
    const again = (await download(answer.body.id, 'excel')).content;
    const twice = await importFile('Orders.xlsx', again);
    expect(twice.body.source).toBe(answer.body.source);
    expect(answer.body.source).toBe(printSuite(parseSuite(fullSource).suite));
  });

  it('reads blocks and their uses back out of a workbook', async () => {
    const source = printSuite(
      parseSuite(`configuration:
  syntax: 2
---
- test: log in
- $USE log in: { user: anna }
- $USE twice
- "$USE twice": quoted
- "block": hi
---
- block: log in
- parameters: [user]
- description: For all
- I am {{user}}:
  - prompt: welcome
  - prompt != sorry
---
- block: twice
- "parameters": hi
- bye
`).suite,
    );
    const { id } = await createSuite({ name: 'Shared steps', source });
    const answer = await importFile('Shared steps.xlsx', (await download(id, 'excel')).content);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.source).toBe(source);
  });

  it('reads a workbook that somebody typed', async () => {
    const typed = await writeWorkbook([
      {
        sheet: 'Tests',
        data: [
          ['Test', 'Mode', 'Step', 'Property', 'Expected'],
          ['Greets', null, 'hello', null, 'welcome: stranger'],
          [null, null, 'order 5', 'prompt', 'which one'],
          [null, null, null, 'buttons[0].title', 'Card'],
          [null, null, 'bye'],
          ['Counts', 'only', 'how many', null, 5],
        ],
      },
    ]).toBuffer();
    const answer = await importFile('typed.xlsx', typed);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.source).toBe(`---
- test: Greets
- hello: "welcome: stranger"
- order 5:
  - prompt: which one
  - buttons[0].title: Card
- bye
---
- test.only: Counts
- how many: 5
`);
  });

  it('takes the configuration beside a text that has none', async () => {
    const zip = zipSync({
      'testing.json': strToU8('{"platform": "phone", "locale": "fr-FR"}'),
      'folder/greeting.e2e.yml': strToU8(tests),
    });
    const answer = await importFile('greeting.zip', zip, 'My name');
    expect(answer.body).toMatchObject({ name: 'My name', platform: 'phone', testCount: 1 });
    expect(answer.body.source).toContain('locale: fr-FR');
  });

  it('takes settings next to a text with its own configuration, and lists what it could not use', async () => {
    const zip = zipSync({
      'testing.json': strToU8(
        '{"platform": "twilio", "locale": "en-US", "phoneNumber": "8004337300", "stt": "witai"}',
      ),
      'call.e2e.yml': strToU8('---\nconfiguration:\n  locale: en-GB # kept\n---\n- $DIAL: hello\n'),
    });
    const answer = await importFile('call.zip', zip);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.source).toContain('locale: en-GB # kept');
    expect(parseSuite(answer.body.source).suite.configuration).toMatchObject({
      platform: 'phone',
      channel: { kind: 'phone', to: '8004337300' },
    });
    expect(answer.body.report).toMatchObject({
      format: 'bespoken',
      tests: 1,
      losses: [
        { what: 'phoneNumber: "8004337300"' },
        { file: 'testing.json', what: 'stt: "witai"' },
      ],
    });
  });

  it('takes over a number from the configuration of a text without other files', async () => {
    const text =
      '---\nconfiguration:\n  platform: phone\n  phoneNumber: "+12025550123"\n---\n- $DIAL\n';
    const answer = await importFile('call.yml', text);
    expect(parseSuite(answer.body.source).suite.configuration.channel).toEqual({
      kind: 'phone',
      to: '+12025550123',
    });
    expect(answer.body.report).toMatchObject({ format: 'bespoken', lossCount: 0 });
  });

  it.each([
    ['Greeting.e2e.yml', 'Greeting'],
    ['C:\\Users\\ann\\Greeting.yaml', 'Greeting'],
    ['../../etc/passwd.yml', 'passwd'],
    ['\u202e.yml', 'Imported test suite'],
  ])('calls the suite of %s “%s”', async (fileName, name) => {
    const answer = await importFile(fileName, tests);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.name).toBe(name);
  });

  const bomb = () => zipSync({ 'a.yml': new Uint8Array(60_000_000) }, { level: 9 });
  const crowd = () =>
    zipSync(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`${n}.txt`, strToU8('')])));
  const workbook = (parts: Zippable) =>
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      ...parts,
    });
  const sheetWith = (xml: string) => workbook({ 'xl/worksheets/sheet1.xml': strToU8(xml) });

  it.each([
    ['a zip without tests', 'a.zip', () => zipSync({ 'readme.md': strToU8('hello') })],
    [
      'a zip with two suites',
      'a.zip',
      () => zipSync({ 'a.yml': strToU8(tests), 'b.yml': strToU8(tests) }),
    ],
    ['a path that leads out', 'a.zip', () => zipSync({ '../a.yml': strToU8(tests) })],
    ['an absolute path', 'a.zip', () => zipSync({ '/etc/a.yml': strToU8(tests) })],
    ['a backslash path', 'a.zip', () => zipSync({ '..\\a.yml': strToU8(tests) })],
    ['a bomb', 'a.zip', bomb],
    ['five thousand files', 'a.zip', crowd],
    ['no zip at all', 'a.zip', () => strToU8('PK but not really')],
    ['half a zip', 'a.zip', () => zipSync({ 'a.yml': strToU8(tests) }).subarray(0, 60)],
    [
      'settings that are no object',
      'a.zip',
      () => zipSync({ 'a.yml': strToU8(tests), 'testing.json': strToU8('[1]') }),
    ],
    ['bytes that are no text', 'a.yml', () => new Uint8Array([0xff, 0xfe, 0x00])],
    ['a zero byte', 'a.yml', () => strToU8('---\n- test: a\u0000b\n')],
    ['a text with errors', 'a.yml', () => strToU8('---\njust a sentence\n')],
    ['an alias bomb', 'a.yml', () => strToU8(`---\n- test: &a [${'*a,'.repeat(9)}]\n`)],
    ['another kind of file', 'a.exe', () => strToU8(tests)],
    ['a file without an ending', 'a', () => strToU8(tests)],
    ['a workbook without our sheets', 'a.xlsx', () => sheetWith('<worksheet/>')],
    [
      'a workbook with entities',
      'a.xlsx',
      () => sheetWith('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'),
    ],
    [
      'a cell a million columns out',
      'a.xlsx',
      () =>
        sheetWith(
          '<worksheet><sheetData><row r="1"><c r="BDWGO1"><v>1</v></c></row></sheetData></worksheet>',
        ),
    ],
    [
      'a cell a billion rows down',
      'a.xlsx',
      () =>
        sheetWith(
          '<worksheet><sheetData><row r="1"><c r="A1000000000"><v>1</v></c></row></sheetData></worksheet>',
        ),
    ],
    [
      'a workbook that is a bomb',
      'a.xlsx',
      () => workbook({ 'xl/sharedStrings.xml': [new Uint8Array(60_000_000), { level: 9 }] }),
    ],
  ])('refuses %s', async (_, fileName, content) => {
    const before = (await ada.call(suites.pageSuites, { query: { projectId } })).body.pagination
      .total;
    const answer = await importFile(fileName, content());
    expect(answer.status, answer.text).toBe(422);
    expect(answer.error?.code).toBe('suite_invalid');
    const after = (await ada.call(suites.pageSuites, { query: { projectId } })).body.pagination
      .total;
    expect(after).toBe(before);
  });

  it('refuses invalid Base64 and files that are too large', async () => {
    for (const content of ['no base64!', 'A'.repeat(2_796_208)]) {
      const body = { projectId, fileName: 'a.yml', content };
      expect((await ada.call(suites.importSuite, { body })).status).toBe(400);
    }
  });

  it('is closed to others, and to projects of others', async () => {
    const content = Buffer.from(tests).toString('base64');
    const body = { projectId, fileName: 'a.yml', content };
    expect((await stranger.call(suites.importSuite, { body })).status).toBe(404);
    const params = { userId: ada.userId, orgId: acme.organizationId };
    expect((await app.call(suites.importSuite, { params, body })).status).toBe(401);
  });
});

describe('tests of other tools', () => {
  const convo = 'Greeting\n\n#me\nHi\n\n#bot\nWELCOMES\n';
  const utterances = 'WELCOMES\nwelcome\nhello there\n';

  async function importFile(fileName: string, content: string | Zippable) {
    const bytes = typeof content === 'string' ? strToU8(content) : zipSync(content);
    const body = { projectId, fileName, content: Buffer.from(bytes).toString('base64') };
    return ada.call(suites.importSuite, { body });
  }

  it('are imported from a ZIP of BotScript, with a report of what was left out', async () => {
    const { status, body } = await importFile('bank.zip', {
      'a/greeting.convo.txt': strToU8(convo),
      'a/welcomes.utterances.txt': strToU8(utterances),
      'a/.hidden.txt': strToU8('x'),
      'notes.txt': strToU8('To do'),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'bank',
      testCount: 1,
      report: { format: 'botscript', tests: 1, lossCount: 1, losses: [{ file: 'notes.txt' }] },
    });
    expect(body.source).toContain('hello there');
    expect(parseSuite(body.source).problems.filter(({ severity }) => severity === 'error')).toEqual(
      [],
    );
  });

  it('come from a single conversation, and from a file of Rasa', async () => {
    const single = await importFile('greeting.convo.txt', convo);
    expect(single.body).toMatchObject({ name: 'greeting', report: { format: 'botscript' } });
    const text =
      'test_cases:\n- test_case: Hello\n  steps:\n  - user: Hi\n  - slot_was_set: x\n  - bot: Welcome\n';
    const rasa = await importFile('e2e_tests.yml', text);
    expect(rasa.body).toMatchObject({
      testCount: 1,
      report: { format: 'rasa', lossCount: 1, losses: [{ line: 5 }] },
    });
  });

  it('have no report where the file is of our own', async () => {
    const { body } = await importFile('a.yml', '- test: A\n- hello: welcome\n');
    expect(body.report).toBeNull();
  });

  it('are refused where nothing of them can be carried', async () => {
    const { status, error } = await importFile('only.utterances.txt', utterances);
    expect(status).toBe(422);
    expect(error?.message).toContain('no tests that could be imported');
  });

  it('are exported from a suite, with a list of what cannot be expressed', async () => {
    const source =
      '- test: Greeting\n- hello: welcome\n---\n- test: Choice\n- hello:\n  - buttons[0].title: Card\n';
    const suite = await createSuite({ name: 'Bank', source });
    const get = async (format: 'botscript' | 'rasa') => {
      const address = `/internal/v1/users/${ada.userId}/organizations/${ada.organizationId}/testsuites/${suite.id}/download?format=${format}`;
      const answer = await fetch(app.url + address, {
        headers: { authorization: `Bearer ${ada.token}` },
      });
      expect(answer.status).toBe(200);
      return new Uint8Array(await answer.arrayBuffer());
    };
    const scripts = unzipSync(await get('botscript'));
    expect(Object.keys(scripts)).toContain('Greeting.convo.txt');
    expect(strFromU8(scripts['Greeting.convo.txt'] ?? new Uint8Array())).toContain('#me\nhello');
    const rasa = strFromU8(await get('rasa'));
    expect(rasa).toContain('# Not carried over: ');
    expect(rasa).toContain('test_case: Greeting');
  });
});

it('is read while others are answered, however much there is to read', async () => {
  const conversation = strToU8(`Hours\n#me\n${'$a '.repeat(600_000)}`);
  const began = performance.now();
  let isRead = false;
  const importing = ada
    .call(suites.importSuite, {
      body: {
        projectId,
        fileName: 'hours.convo.txt',
        content: Buffer.from(conversation).toString('base64'),
      },
    })
    .finally(() => {
      isRead = true;
    });
  let longest = 0;
  while (!isRead) {
    const asked = performance.now();
    expect((await stranger.call(projects.listProjects, {})).status).toBe(200);
    longest = Math.max(longest, performance.now() - asked);
  }
  await importing;
  expect(longest).toBeLessThan((performance.now() - began) / 2);
});
