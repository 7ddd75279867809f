/** Functions that tests run in a pool. */
import { setTimeout as sleep } from 'node:timers/promises';

export const double = (count: number) => count * 2;

export const environmentNames = () => Object.keys(process.env);

export const processId = () => process.pid;

export function neverEnd(): never {
  for (;;);
}

export function useUpMemory(): never {
  const all: unknown[] = [];
  for (;;) all.push(Array.from({ length: 100_000 }, () => ({})));
}

export function fail(message: string): never {
  throw new Error(message);
}

/** Waits without using the CPU, like a task that gets no CPU time. */
export async function waitFor(ms: number): Promise<string> {
  await sleep(ms);
  return 'waited';
}

/** Keeps its process busy for this many milliseconds. */
export function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
