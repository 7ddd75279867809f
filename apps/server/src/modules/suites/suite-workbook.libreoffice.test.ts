/** Checks how another spreadsheet program reads and writes a downloaded workbook. Needs LibreOffice on the PATH. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSuite } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineSuite } from './suite-outline.ts';
import { readSuiteWorkbook, writeSuiteWorkbook } from './suite-workbook.ts';

const isInstalled = spawnSync('soffice', ['--version']).status === 0;

const source = `configuration:
  locale: de-DE
---
- test: "=1+1"
- "+49 30 1234": "-5 °C"
- "@SUM(A1)": "=HYPERLINK(\\"http://evil.test\\")"
- größe: 予約
---
- test: Farewell
- bye: see you
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-libreoffice-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(format: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const path = join(folder, 'Orders.xlsx');
  const options = ['--headless', '--convert-to', format, '--outdir', join(folder, 'out'), path];
  await promisify(execFile)('soffice', [profile, ...options], { timeout: 100_000 });
}

describe.runIf(isInstalled)('a workbook in LibreOffice', { timeout: 120_000 }, () => {
  it('shows the cells that were written, none of them calculated', async () => {
    await writeFile(
      join(folder, 'Orders.xlsx'),
      await writeSuiteWorkbook(outlineSuite(parseSuite(source).suite)),
    );
    // CSV options: UTF-8, comma and quote, cell contents as shown, every sheet.
    await convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1');
    const files = await readdir(join(folder, 'out'));
    const tests = files.find((name) => name.includes('Tests')) ?? '';
    const lines = (await readFile(join(folder, 'out', tests), 'utf8')).trim().split('\n');
    expect(lines).toEqual([
      'Test,Mode,Step,Property,Expected',
      '=1+1,,+49 30 1234,,-5 °C',
      '=1+1,,@SUM(A1),,"=HYPERLINK(""http://evil.test"")"',
      '=1+1,,größe,,予約',
      'Farewell,,bye,,see you',
    ]);
  });

  it('is the same suite after LibreOffice has saved it', async () => {
    const before = outlineSuite(parseSuite(source).suite);
    await writeFile(join(folder, 'Orders.xlsx'), await writeSuiteWorkbook(before));
    await convert('xlsx');
    const saved = await readFile(join(folder, 'out', 'Orders.xlsx'));
    expect(await readSuiteWorkbook(saved, { organizationId: 'acme' })).toEqual(before);
  });
});
