import { expect, it, vi } from 'vitest';
import type { Log } from '../../../platform/observability/log.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { keepEvidenceIn, readEvidence } from './evidence.ts';

vi.mock(
  import('../../../../../../packages/suite/src/events/evidence/kinds.ts'),
  async (original) => {
    const { evidenceKinds, ...rest } = await original();
    const weather = { ...evidenceKinds.log, ending: 'wx', mediaType: 'text/x-weather' };
    return { ...rest, evidenceKinds: { ...evidenceKinds, weather } };
  },
);

it('the API returns evidence of a kind that only the table knows, with its name', async () => {
  const files = new Map<string, Buffer>();
  const storage = {
    put: async (path: string, bytes: Buffer) => void files.set(path, bytes),
    get: async (path: string) => files.get(path),
  } as unknown as Storage;
  const keep = keepEvidenceIn(storage, 'runs/r1', {} as Log);
  const id = await keep({ kind: 'weather' as 'log', bytes: Buffer.from('sun') });
  expect(id).toMatch(/^weather-[\w-]+\.wx$/);
  const stored = await readEvidence(storage, 'runs/r1', id);
  expect([stored?.bytes.toString(), stored?.mediaType]).toEqual(['sun', 'text/x-weather']);
});
