/**
 * Runs work whose cost grows with a tenant's input in separate processes, so that the event loop, which serves everyone, never
 * waits for it. These processes know no secrets, run at low priority, and are killed if they use more time or memory than one
 * request may. See docs/decisions/0013-work-in-a-pool.md.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createFairSemaphore } from '@parley/engine/fair-semaphore';
import { programEnvironment } from '@parley/engine/program-environment';
import { Counter } from 'prom-client';
import { ApiError } from '../errors/api-error.ts';
import type { Log } from '../observability/log.ts';

/** A function that a process of the pool executes. Its input and output have to be plain data. */
export interface PooledWork<Input, Output> {
  /** URL of the module that exports the function. */
  module: string;
  name: string;
  /** Never set; only carries the types. */
  readonly carriesOut?: (input: Input) => Output;
}

/** Caller of the work, usually a scope. Work without a user is for the organization's runs and share links. */
export interface WorkFor {
  organizationId: string;
  /** The user, also behind an API key: all keys of a user count together. */
  actor?: { userId: string };
}

export interface WorkPool {
  /**
   * Waits for the turn of the organization and of the user, then runs the work. Do not call it in a transaction: on the
   * embedded database, nobody else could read meanwhile.
   * @throws ApiError `too_much_work` if it takes too much time or memory, `unavailable` if its turn did not come in time,
   * `too_many_requests` if too much of the user's work is waiting
   */
  run<Input, Output>(work: PooledWork<Input, Output>, input: Input, by: WorkFor): Promise<Output>;
  close(): Promise<void>;
}

export interface PoolLimits {
  processes: number;
  /** CPU time limit of a task in milliseconds; elapsed time where the system does not report CPU time. */
  workMs: number;
  /** Longest wait for a turn in milliseconds. */
  waitMs: number;
  /** Maximum number of waiting tasks per user, because their input is kept in memory. */
  waitingPerUser: number;
  /** Heap limit of each process in megabytes. */
  memoryMb: number;
  /** Scheduling priority as for `os.setPriority`. */
  priority: number;
}

const limitsOfServer: PoolLimits = {
  // Leaves one processor to the event loop.
  processes: Math.max(1, availableParallelism() - 1),
  workMs: 10_000,
  waitMs: 30_000,
  waitingPerUser: 20,
  memoryMb: 512,
  // Everything else on the machine takes precedence.
  priority: constants.priority.PRIORITY_LOW,
};

/** Multiple of the CPU time limit that a task may take in elapsed time, for processes that get little CPU time. */
const slowestFactor = 3;

const tooMuchOfOne = 'You have too many requests in progress.';

/** Time limit for starting a process in milliseconds. It loads a large part of the program. */
const startMs = 30_000;

export interface PoolOrder {
  module: string;
  name: string;
  input: unknown;
}

/** Message of a process: first one without a value when it is ready, then one per task. */
export type PoolAnswer = { type: 'done'; value?: unknown } | PoolFailure;

interface PoolFailure {
  type: 'failed';
  message: string;
  stack: string | undefined;
}

const carriedOut = new Counter({
  name: 'parley_pool_work_total',
  help: 'Work in processes of its own, by what it was and how it ended.',
  labelNames: ['work', 'outcome'] as const,
});

/** @param of `import.meta.url` of the calling file, to which `path` is relative */
export function pooledWork<Work extends (input: never) => unknown>(
  path: string,
  of: string,
  name: string,
): PooledWork<Parameters<Work>[0], Awaited<ReturnType<Work>>> {
  return { module: new URL(path, of).href, name };
}

/** Starts a pool. Its processes start when there is work for them, and then stay. */
export function startWorkPool(log: Log, changed: Partial<PoolLimits> = {}): WorkPool {
  const limits = { ...limitsOfServer, ...changed };
  const turns = createFairSemaphore(
    {
      atOnce: limits.processes,
      atOncePerParty: limits.processes,
      waitMs: limits.waitMs,
      waitingPerMember: limits.waitingPerUser,
    },
    (why) =>
      why === 'crowded'
        ? new ApiError('too_many_requests', { message: tooMuchOfOne })
        : new ApiError('unavailable', { message: 'The server is busy with other requests.' }),
  );
  const all = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];

  async function start(): Promise<ChildProcess> {
    const child = fork(fileURLToPath(new URL('./work-pool-process.ts', import.meta.url)), [], {
      env: programEnvironment(),
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        `--max-old-space-size=${limits.memoryMb}`,
      ],
      serialization: 'advanced',
      // V8's message about exhausted memory is not needed, because the failure is logged.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    all.add(child);
    child.once('exit', () => {
      all.delete(child);
      const place = idle.indexOf(child);
      if (place >= 0) idle.splice(place, 1);
    });
    child.unref();
    child.channel?.unref();
    const answer = await answerOf(child, startMs);
    if (answer === 'late' || answer === 'gone')
      throw new ApiError('unavailable', {
        cause: new Error(`A process of the pool did not start: it was ${answer}`),
      });
    givePriority(child, limits.priority);
    return child;
  }

  async function carryOut(order: PoolOrder): Promise<unknown> {
    const child = idle.pop() ?? (await start());
    const answering = answerOf(child, limits.workMs, slowestFactor * limits.workMs);
    child.send(order, () => undefined);
    const answer = await answering;
    if (answer === 'late' || answer === 'gone') {
      carriedOut.inc({ work: order.name, outcome: answer === 'late' ? 'too_long' : 'lost' });
      log.warn(
        { work: order.name, limits },
        'Work was given up: it took too long or too much memory',
      );
      throw new ApiError('too_much_work');
    }
    idle.push(child);
    carriedOut.inc({ work: order.name, outcome: answer.type });
    if (answer.type !== 'failed') return answer.value;
    const { message, stack } = answer;
    throw Object.assign(new Error(`${order.name} failed: ${message}`), stack && { stack });
  }

  return {
    async run({ module, name }, input, { organizationId, actor }) {
      const leave = await turns.enter(organizationId, { member: actor?.userId });
      try {
        return (await carryOut({ module, name, input })) as never;
      } finally {
        leave();
      }
    },
    async close() {
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

function givePriority({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // The process has ended in the meantime, which the next task notices.
  }
}

/**
 * Waits for the next message of a process and kills it if none arrives in time. If other processes keep the processor busy, it
 * may take up to `slowestMs`, as long as it has used less than `workMs` of CPU time.
 */
function answerOf(
  child: ChildProcess,
  workMs: number,
  slowestMs = workMs,
): Promise<PoolAnswer | 'late' | 'gone'> {
  const begun = { at: performance.now(), processorMs: processorMs(child) };
  const timeLeft = () => {
    const passed = performance.now() - begun.at;
    const used = processorMs(child);
    if (used === undefined || begun.processorMs === undefined) return workMs - passed;
    return Math.min(workMs - (used - begun.processorMs), slowestMs - passed);
  };
  return new Promise((resolve) => {
    const settle = (answer: PoolAnswer | 'late' | 'gone') => {
      clearTimeout(late);
      child.off('message', settle);
      child.off('exit', onGone);
      child.off('error', onGone);
      resolve(answer);
    };
    const onGone = () => settle('gone');
    const onTime = () => {
      const left = timeLeft();
      if (left > 0) {
        late = setTimeout(onTime, Math.max(left, timeStepMs));
        return;
      }
      child.kill('SIGKILL');
      settle('late');
    };
    let late = setTimeout(onTime, workMs);
    child.on('message', settle);
    child.on('exit', onGone);
    child.on('error', onGone);
  });
}

/** Resolution of the system's CPU times in milliseconds. */
const timeStepMs = 10;

/** Returns the CPU time that the process has used in milliseconds; undefined except on Linux. */
function processorMs({ pid }: ChildProcess): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Skips the name, which may contain anything. utime and stime are fields 14 and 15 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * timeStepMs;
  } catch {
    return undefined;
  }
}
