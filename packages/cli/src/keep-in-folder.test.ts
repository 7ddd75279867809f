import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { keepInFolder } from './keep-in-folder.ts';

vi.mock(import('../../suite/src/events/evidence/kinds.ts'), async (original) => {
  const { evidenceKinds, ...rest } = await original();
  const weather = { ...evidenceKinds.log, noun: 'weather report', ending: 'wx' };
  return { ...rest, evidenceKinds: { ...evidenceKinds, weather } };
});

it('keeps a kind of evidence that only the table knows under its name and ending', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-evidence-'));
  try {
    const id = await keepInFolder(folder)({ kind: 'weather' as 'log', bytes: Buffer.from('sun') });
    expect(id).toMatch(/^weather-[\w-]+\.wx$/);
    expect(await readdir(folder)).toEqual([id]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
