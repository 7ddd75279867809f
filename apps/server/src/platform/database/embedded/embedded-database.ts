/** The embedded database, running on a folder and accessed through streams that stand in for sockets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StartError } from '../../errors/start-error.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { lockFolder } from './folder-lock.ts';
import type { FromWorker, ToWorker, WorkerInput } from './messages.ts';

export interface EmbeddedDatabase {
  connect(): EmbeddedStream;
  /** Copies the committed state into a new folder. Queries wait until the copy is complete. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the database on a folder. `onLoss` is called if its thread ends unexpectedly. */
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
  // The thread does not inherit the server's flags.
  const options = { workerData: input, execArgv: ['--disable-warning=ExperimentalWarning'] };
  return new Worker(new URL('./embedded-worker.ts', import.meta.url), options);
}

function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (message: FromWorker) => {
      // Under `node --watch`, a thread also posts messages about the files that it has loaded.
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
  let thrown: Error | undefined;
  let loss: Error | undefined;
  worker.on('error', (error) => {
    thrown = error;
  });
  worker.on('exit', () => {
    loss = thrown ?? new Error('The embedded database has stopped');
    for (const stream of streams.values()) stream.destroy(loss);
    if (!isClosing) onLoss(loss);
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
      if (loss) stream.destroy(loss);
      else streams.set(connection, stream);
      return stream;
    },
    async copyTo(folder) {
      if (loss) throw loss;
      post({ type: 'copy', to: folder });
      const copied = await answerOf(worker, 'copied', ({ to }) => to === folder);
      if (copied === undefined) throw loss;
      if (copied.problem !== null) throw new Error(copied.problem);
    },
    async close() {
      isClosing = true;
      if (!loss) {
        post({ type: 'close' });
        await answerOf(worker, 'closed');
      }
      await worker.terminate();
      unlock();
    },
  };
}

/** Waits for the first message of a type that `isMeant` accepts; undefined if the thread exits first. */
function answerOf<T extends FromWorker['type']>(
  worker: Worker,
  type: T,
  isMeant: (message: Extract<FromWorker, { type: T }>) => boolean = () => true,
): Promise<Extract<FromWorker, { type: T }> | undefined> {
  return new Promise((resolve) => {
    const hear = (message: FromWorker) => {
      if (message.type !== type) return;
      const answer = message as Extract<FromWorker, { type: T }>;
      if (isMeant(answer)) settle(answer);
    };
    const end = () => settle(undefined);
    const settle = (answer: Extract<FromWorker, { type: T }> | undefined) => {
      worker.off('message', hear);
      worker.off('exit', end);
      resolve(answer);
    };
    worker.on('message', hear);
    worker.on('exit', end);
  });
}
