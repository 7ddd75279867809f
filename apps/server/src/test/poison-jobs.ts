/**
 * Loaded before the server (`node --import`). Jobs whose payload requests it fail, crash, block or exhaust the worker that runs
 * them.
 */
import { PgBoss } from 'pg-boss';

const poisons = new Map<unknown, () => unknown>([
  [
    'throws',
    () => {
      throw new Error('It is poison');
    },
  ],
  ['exits', () => process.exit(1)],
  [
    'leaves a rejection to nobody',
    () => {
      void Promise.reject(new Error('Nobody waits for it'));
      return {};
    },
  ],
  [
    'loops',
    () => {
      for (;;);
    },
  ],
  [
    'uses up the memory',
    () => {
      for (const kept: string[][] = []; ; )
        kept.push(Array.from({ length: 10_000 }, (_, index) => `${kept.length}.${index}`));
    },
  ],
]);

interface PoisonJob {
  data?: { poison?: string } | null;
}

type Handler = (jobs: PoisonJob[]) => unknown;

const { work } = PgBoss.prototype;

PgBoss.prototype.work = function workOnPoison(this: PgBoss, ...registered: unknown[]) {
  const handler = registered.pop() as Handler;
  const poisoned: Handler = (jobs) => {
    const [job] = jobs;
    const poison = poisons.get(job?.data?.poison);
    // Takes effect when the job reads its payload, so it behaves like an error in the job's own code.
    if (job && poison) Object.defineProperty(job, 'data', { get: poison });
    return handler(jobs);
  };
  return Reflect.apply(work, this, [...registered, poisoned]);
} as typeof work;
