/**
 * Failures that a job leaves behind. An unhandled rejection would end the whole process with all of
 * its work; here, it fails the job that caused it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from './log.ts';

interface JobAtWork {
  name: string;
  fail(reason: unknown): void;
}

const atWork = new AsyncLocalStorage<JobAtWork>();

/** Carries out a job; it fails as soon as a rejection is left in it, as if it had thrown that. */
export function carryOut(name: string, run: () => Promise<void>): Promise<void> {
  const left = Promise.withResolvers<never>();
  return atWork.run({ name, fail: left.reject }, () => Promise.race([run(), left.promise]));
}

/**
 * Watches rejections of the program. One that belongs to no job still ends the process, as in Node: its
 * state is unknown, and a supervisor restarts it.
 */
export function failJobsByRejections(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    const job = atWork.getStore();
    if (job === undefined) {
      log.fatal({ err: reason }, 'A rejection was left to nobody; the process ends');
      process.exit(1);
    }
    log.error({ err: reason, job: job.name }, 'A job left a rejection to nobody and fails');
    job.fail(reason);
  });
}
