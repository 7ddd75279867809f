import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedRun } from '@parley/engine';
import { afterAll, expect, it } from 'vitest';
import { openReports } from './open-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const failure = { code: 'connection', message: 'The bot did not answer.' };

async function annotationFor(path: string): Promise<string> {
  const run = {
    name: 'Balance',
    source: { path, lineOf: () => 3 },
    result: { status: 'error', tests: [], counts: {}, failure },
  } as unknown as RecordedRun;
  const report = join(folder, 'annotations.txt');
  const opened = openReports([{ name: 'github', path: report }]);
  opened.reporters[0]?.event?.(run, { type: 'run.finished' } as never);
  await opened.close();
  return readFileSync(report, 'utf8');
}

it('an annotation names the file of a suite that exists', async () => {
  const path = join(folder, 'balance.yml');
  writeFileSync(path, '- test: Balance\n');
  expect(await annotationFor(path)).toBe(
    `::error file=${path},title=Balance::The bot did not answer.\n`,
  );
});

it('an annotation names no file that does not exist', async () => {
  expect(await annotationFor('suites/gone.yml')).toBe(
    '::error title=Balance::The bot did not answer.\n',
  );
});
