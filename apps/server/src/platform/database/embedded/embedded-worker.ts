/**
 * Runs PostgreSQL in this thread: PGlite on a folder, accessed through the PostgreSQL wire protocol. It needs its own thread,
 * because a query blocks the thread in which it runs.
 */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableNodeFS } from './durable-node-fs.ts';
import { makeFolderWhole } from './first-start.ts';
import { panicListener } from './hear-panic.ts';
import type { FromWorker, ToWorker, WorkerInput } from './messages.ts';

/** Major version of PostgreSQL in PGlite 0.5. It cannot open a folder of another major version. */
const postgresMajor = '18';

/** Start parameters. The last value of a parameter wins, so these override PGlite's own switch that turns fsync off. */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  // Small, because the page cache of the system already holds the files.
  ...['-c', 'shared_buffers=16MB', '-c', 'maintenance_work_mem=16MB'],
  // A small log is recycled by checkpoints and keeps the recovery after a crash short.
  ...['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB'],
];

const port = parentPort;
if (port === null) throw new Error('embedded-worker.ts runs as a worker thread only');
const { folder } = workerData as WorkerInput;
const reply = (message: FromWorker) => port.postMessage(message);

try {
  const database = await open(folder);
  serve(database);
  reply({ type: 'open' });
} catch (error) {
  reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}

async function open(path: string): Promise<PGlite> {
  if (!existsSync(path)) await makeFolderWhole(path, initialize);
  refuseOtherVersion(path);
  const files = new DurableNodeFS(path);
  const database = new PGlite({ fs: files, startParams });
  await database.waitReady;
  await refuseWithoutFsync(database, files);
  return database;
}

/** Initializes the folder without fsync, which is several times faster. The caller syncs the whole folder afterwards. */
async function initialize(path: string): Promise<void> {
  const database = new PGlite({ fs: new NodeFS(path) });
  await database.waitReady;
  await database.close();
}

function refuseOtherVersion(path: string): void {
  const version = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim();
  if (version === postgresMajor) return;
  throw new Error(
    `The database in ${path} was written by PostgreSQL ${version}; this release brings ${postgresMajor}. ` +
      'Export it with the release that wrote it and import the export here.',
  );
}

/** Refuses to start if commits are not flushed to the disk, because a power cut would lose them. */
async function refuseWithoutFsync(database: PGlite, files: DurableNodeFS): Promise<void> {
  const before = files.syncCount;
  await database.exec("select pg_logical_emit_message(true, 'parley', 'start')");
  if (files.syncCount > before) return;
  throw new Error(
    'The embedded database does not force its commits to the disk here. ' +
      'Set DATABASE_URL to a PostgreSQL server instead.',
  );
}

function serve(database: PGlite): void {
  // One session serves all connections in turn, so each message waits for the previous one.
  let last: Promise<void> = Promise.resolve();
  port?.on('message', (message: ToWorker) => {
    last = last.then(() => answer(database, message)).catch(() => undefined);
  });
}

async function answer(database: PGlite, message: ToWorker): Promise<void> {
  if (message.type === 'send') {
    const { connection } = message;
    const isPanic = panicListener();
    await database.execProtocolRawStream(message.bytes, {
      onRawData(bytes) {
        reply({ type: 'receive', connection, bytes: bytes.slice() });
        // The call would never return. The next start recovers all commits.
        if (isPanic(bytes)) process.exit(1);
      },
    });
    return;
  }
  if (message.type === 'hang-up') return resetSession(database);
  if (message.type === 'copy')
    return reply({ type: 'copied', to: message.to, problem: copy(message.to) });
  await database.close();
  reply({ type: 'closed' });
}

/**
 * Copies the database folder. Nothing is written meanwhile, so the copy equals the state after a crash at this moment: opening
 * it recovers all commits and drops open transactions.
 *
 * @returns null, or why the copy failed
 */
function copy(to: string): string | null {
  try {
    cpSync(folder, to, { recursive: true });
    return null;
  } catch (error) {
    rmSync(to, { recursive: true, force: true });
    return error instanceof Error ? error.message : String(error);
  }
}

/** Resets the session, as a server does when a connection ends. `discard all` must be a statement of its own. */
async function resetSession(database: PGlite): Promise<void> {
  await database.exec('rollback');
  await database.exec('discard all');
}
