/**
 * Handles promises that a job leaves rejected. An unhandled rejection would normally end the whole process with all of its
 * work; here, it fails only the job that caused it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from './log.ts';

interface JobAtWork {
  name: string;
  fail(reason: unknown): void;
}

const atWork = new AsyncLocalStorage<JobAtWork>();

/** Runs a job. It fails as soon as one of its rejections is unhandled, as if it had thrown the error. */
export function carryOut(name: string, run: () => Promise<void>): Promise<void> {
  const left = Promise.withResolvers<never>();
  return atWork.run({ name, fail: left.reject }, () => Promise.race([run(), left.promise]));
}

/**
 * Watches unhandled rejections. One that belongs to no job still ends the process, as in Node: the state of the process is
 * unknown, and a supervisor restarts it.
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
