import { readFileSync, writeFileSync } from 'node:fs';
import { projects, suites } from '@parley/contract';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database-template.ts';
import { foundOrganization } from '../../test/found-organization.ts';
import { freePort } from '../../test/free-port.ts';
import type { TestDatabase } from '../../test/postgresql-database.ts';
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts';
import type { Member } from '../../test/tenant.ts';

/** Maximum increase in memory during one import, in MB, with a tolerance. */
const riseMbMax = 256;

let database: TestDatabase;
let server: ServerProcess;
let ada: Member;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const port = String(await freePort());
  server = await startServerProcess({ ...database.environment, PORT: port });
  ada = await foundOrganization(server.url);
  projectId = (await ada.call(projects.createProject, { body: { name: 'Files' } })).body.id;
}, 100_000);

afterAll(async () => {
  await server.end('SIGTERM');
  await database.drop();
});

/** Returns the current memory of the server in MB (`VmRSS`), or its peak (`VmHWM`). */
function memoryOf(kind: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(new RegExp(`${kind}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const forgetTheMost = () => writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5');

const importWorkbook = (content: Uint8Array) =>
  ada.call(suites.importSuite, {
    body: { projectId, fileName: 'a.xlsx', content: Buffer.from(content).toString('base64') },
  });

const xmlns = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Builds a workbook whose frame is valid, around a sheet with the name that an import expects. */
function workbook(sheet: string, parts: Zippable = {}): Uint8Array {
  const rels = `<Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>`;
  const files: Zippable = {
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${xmlns}" xmlns:r="${relations}"><sheets><sheet name="Tests" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${packages}">${rels}</Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    ...parts,
  };
  return zipSync(files, { level: 9 });
}

const sheetOf = (rows: string) =>
  `<worksheet xmlns="${xmlns}"><sheetData>${rows}</sheetData></worksheet>`;

const cells = (count: number) =>
  Array.from({ length: count }, (_, row) => `<c r='A${row + 1}'><v>1</v></c>`).join('</row><row>');

describe.runIf(process.platform === 'linux')('a workbook that is a bomb', () => {
  it('is read where it is none', async () => {
    const row = '<row r="2"><c r="A2" t="inlineStr"><is><t>Greets</t></is></c></row>';
    const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>Test</t></is></c></row>';
    const answer = await importWorkbook(workbook(sheetOf(head + row)));
    expect(answer.status, answer.text).toBe(201);
  });

  it.each([
    ['unpacks to 100 MB', () => workbook('', { 'xl/styles.xml': new Uint8Array(100_000_000) })],
    ['has a row a billion down', () => workbook(sheetOf('<row r="1000000000"></row>'))],
    [
      'has a cell a billion rows down',
      () => workbook(sheetOf("<row><c r='A1000000000'><v>1</v></c></row>")),
    ],
    [
      'has a cell a billion columns out',
      () => workbook(sheetOf("<row><c r='ZZZZZZZ1'><v>1</v></c></row>")),
    ],
    [
      'names its cells with a prefix',
      () => workbook(sheetOf('<x:row><x:c x:r="AAAAAAA1"><x:v>1</x:v></x:c></x:row>')),
    ],
    [
      'hides where a cell is',
      () => workbook(sheetOf('<row><c t=">" r="A&#49;000000000"><v>1</v></c></row>')),
    ],
    ['has a row more than anybody reads', () => workbook(sheetOf(`<row>${cells(150_000)}</row>`))],
    ['is nested a million deep', () => workbook(sheetOf('<a>'.repeat(1_000_000)))],
    [
      'has two million empty texts',
      () =>
        workbook('<a/>', {
          'xl/sharedStrings.xml': strToU8(`<sst>${'<si/>'.repeat(1_500_000)}</sst>`),
        }),
    ],
    ['declares entities', () => workbook(`<!DOCTYPE x [<!ENTITY a "b">]>${sheetOf('')}`)],
  ])('is refused with little memory when it %s', async (_, content) => {
    const bomb = content();
    forgetTheMost();
    const before = memoryOf('VmRSS');
    const answer = await importWorkbook(bomb);
    expect(answer.status, answer.text).toBe(422);
    expect(memoryOf('VmHWM') - before).toBeLessThan(riseMbMax);
  });

  it('waits for its turn, so that several take no more than one', async () => {
    const bombs = Array.from({ length: 3 }, () => workbook(sheetOf('<row r="1000000000"></row>')));
    forgetTheMost();
    const before = memoryOf('VmRSS');
    const answers = await Promise.all(bombs.map((bomb) => importWorkbook(bomb)));
    expect(answers.map(({ status }) => status)).toEqual(bombs.map(() => 422));
    expect(memoryOf('VmHWM') - before).toBeLessThan(riseMbMax);
  });
});
