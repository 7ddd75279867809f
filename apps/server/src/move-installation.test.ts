import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { organizations } from '@parley/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './platform/config/config.ts';
import { storageOf } from './platform/storage/storage-of.ts';
import { callApi } from './test/call-api.ts';
import { createEmbedded, createTestDatabase } from './test/database-template.ts';
import { foundOrganization } from './test/found-organization.ts';
import { freePort } from './test/free-port.ts';
import { createEmptyPostgresql, type TestDatabase } from './test/postgresql-database.ts';
import { runProgram } from './test/run-program.ts';
import { startServerProcess } from './test/server-process.ts';
import { tableSums } from './test/table-sums.ts';
import { startTestBucket, type TestBucket } from './test/test-bucket.ts';

type Settings = Record<string, string>;

/** URL of a PostgreSQL server; undefined if only the embedded database is tested. */
const postgresql = process.env.PARLEY_TEST_DATABASE_URL || undefined;

/** Public URL of all servers in this test. It stays the same, because sessions are signed for it. */
const publicUrl = 'http://parley.test';

let folder: string;
const open: TestDatabase[] = [];
const buckets: TestBucket[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-move-'));
});

afterEach(async () => {
  for (const database of open.splice(0)) await database.drop();
  for (const bucket of buckets.splice(0)) await bucket.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

type Place = { database: 'embedded' | 'postgresql'; files: 'folder' | 'bucket' };

const moves: { from: Place; to: Place }[] = [
  {
    from: { database: 'embedded', files: 'folder' },
    to: { database: 'embedded', files: 'bucket' },
  },
  {
    from: { database: 'embedded', files: 'bucket' },
    to: { database: 'postgresql', files: 'bucket' },
  },
  {
    from: { database: 'postgresql', files: 'bucket' },
    to: { database: 'embedded', files: 'folder' },
  },
];

const possible = moves.filter(
  ({ from, to }) =>
    postgresql !== undefined || ![from.database, to.database].includes('postgresql'),
);

const shown = ({ database, files }: Place) => `${database}, files in a ${files}`;

describe('an installation', () => {
  it.each(possible.map((move) => [shown(move.from), shown(move.to), move] as const))(
    'moves from %s to %s by a backup',
    { timeout: 600_000 },
    async (_from, _to, { from, to }) => {
      const source = await settingsFor(from.files, await filledDatabase(from.database));
      const person = await useIt(source);
      await storageOf(readConfig(source)).put('runs/a/picture-1.jpg', Buffer.from('a picture'));
      const before = await tableSums(source);

      const file = join(folder, `${from.database}-${to.database}.backup`);
      const made = await runProgram('backup', [file], source);
      expect(made.output).toMatch(/ rows and 1 file\.\n/);
      const target = onNewMachine(await settingsFor(to.files, await emptyDatabase(to.database)));
      const restored = await runProgram('restore', [file], target);
      expect(restored.output).toMatch(/^Restored \d+ rows and 1 file of /);
      expect(restored.code).toBe(0);

      expect(await tableSums(target)).toEqual(before);
      const kept = await storageOf(readConfig(target)).get('runs/a/picture-1.jpg');
      expect(String(kept)).toBe('a picture');
      await expectSignedIn(target, person);
    },
  );
});

interface Person {
  userId: string;
  organizationId: string;
  token: string;
}

/** Starts a server on which someone signs up and creates an organization. */
async function useIt(settings: Settings): Promise<Person> {
  const server = await startServerProcess({ ...settings, PORT: String(await freePort()) });
  try {
    return await foundOrganization(server.url);
  } finally {
    await server.end('SIGTERM');
  }
}

/** Checks that a session from before the move is still valid. */
async function expectSignedIn(
  settings: Settings,
  { userId, organizationId: orgId, token }: Person,
): Promise<void> {
  const server = await startServerProcess({ ...settings, PORT: String(await freePort()) });
  try {
    const call = { token, params: { userId, orgId } };
    const { status, text } = await callApi(server.url, organizations.getOrganization, call);
    expect(status, text).toBe(200);
  } finally {
    await server.end('SIGTERM');
  }
}

/** Simulates a new machine, on which the data folder does not exist yet. */
function onNewMachine(settings: Settings): Settings {
  return { ...settings, PARLEY_DATA_DIR: join(settings.PARLEY_DATA_DIR ?? folder, 'new') };
}

function filledDatabase(kind: Place['database']): Promise<TestDatabase> {
  return kind === 'embedded' ? createEmbedded() : createTestDatabase(postgresql);
}

async function emptyDatabase(kind: Place['database']): Promise<TestDatabase> {
  if (kind === 'postgresql') return createEmptyPostgresql(postgresql ?? '');
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-moved-'));
  return {
    environment: { PARLEY_DATA_DIR: dataFolder },
    drop: async () => rmSync(dataFolder, { recursive: true }),
  };
}

async function settingsFor(files: Place['files'], database: TestDatabase): Promise<Settings> {
  open.push(database);
  const settings = { ...database.environment, PARLEY_PUBLIC_URL: publicUrl };
  if (files === 'folder') return settings;
  const bucket = await startTestBucket();
  buckets.push(bucket);
  return {
    ...settings,
    PARLEY_S3_URL: bucket.url,
    PARLEY_S3_REGION: bucket.region,
    PARLEY_S3_KEY_ID: bucket.keyId,
    PARLEY_S3_SECRET: bucket.secret,
  };
}
