/** The embedded database: started on a folder, reached through streams that stand in for sockets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StartError } from '../start-error.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { lockFolder } from './folder-lock.ts';
import type { FromWorker, ToWorker, WorkerInput } from './messages.ts';

export interface EmbeddedDatabase {
  connect(): EmbeddedStream;
  /** Copies what is committed into a new folder; nobody is answered meanwhile. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** `onLoss` is called when the database's thread ends without being asked to. */
export async function startEmbeddedDatabase(
  dataFolder: string,
  onLoss: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(dataFolder);
  try {
    const worker = startWorker({ folder: join(dataFolder, 'database') });
    await opened(worker);
    return serveStreams(worker, unlock, onLoss);
  } catch (error) {
    unlock();
    throw error;
  }
}

function startWorker(input: WorkerInput): Worker {
  // The flags of the server are its own.
  const options = { workerData: input, execArgv: [] };
  return new Worker(new URL('./embedded-worker.ts', import.meta.url), options);
}

function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (message: FromWorker) => {
      // Under `node --watch` a thread also reports the files that it has read.
      if (message.type !== 'open' && message.type !== 'failed') return;
      worker.off('message', settle);
      worker.off('error', reject);
      if (message.type === 'open') return resolve();
      void worker.terminate();
      reject(new StartError(message.message));
    };
    worker.once('error', reject);
    worker.on('message', settle);
  });
}

function serveStreams(
  worker: Worker,
  unlock: () => void,
  onLoss: (error: Error) => void,
): EmbeddedDatabase {
  const streams = new Map<number, EmbeddedStream>();
  const post = (message: ToWorker) => worker.postMessage(message);
  let connections = 0;
  let isClosing = false;

  worker.on('message', (message: FromWorker) => {
    if (message.type === 'receive') streams.get(message.connection)?.receive(message.bytes);
  });
  worker.on('error', (error) => {
    if (!isClosing) onLoss(error);
  });

  return {
    connect() {
      const connection = ++connections;
      const stream = new EmbeddedStream({
        send: (bytes) => post({ type: 'send', connection, bytes }),
        hangUp() {
          streams.delete(connection);
          post({ type: 'hang-up', connection });
        },
      });
      streams.set(connection, stream);
      return stream;
    },
    copyTo(folder) {
      return new Promise((resolve, reject) => {
        const settle = (message: FromWorker) => {
          if (message.type !== 'copied' || message.to !== folder) return;
          worker.off('message', settle);
          if (message.problem === null) resolve();
          else reject(new Error(message.problem));
        };
        worker.on('message', settle);
        worker.once('exit', () => reject(new Error('The embedded database has stopped')));
        post({ type: 'copy', to: folder });
      });
    },
    async close() {
      isClosing = true;
      const closed = new Promise<void>((resolve) => {
        worker.on('message', (message: FromWorker) => message.type === 'closed' && resolve());
        worker.once('exit', () => resolve());
      });
      post({ type: 'close' });
      await closed;
      await worker.terminate();
      unlock();
    },
  };
}
