/** Helpers for tests that start load tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BodyInput, type LoadTest, loadTests } from '@parley/contract';
import type { TestAnswer } from './call-api.ts';
import type { Member } from './tenant.ts';

type Wish = BodyInput<typeof loadTests.createLoadTest>;

export const steadyLoad: Omit<Wish, 'suiteId'> = {
  name: 'Opening hours under load',
  profile: { kind: 'steady', users: 4, durationS: 3 },
  thinkTimeMs: 100,
  thresholds: [{ metric: 'errorRate', max: 0.01 }],
};

export function requestLoadTest(
  member: Member,
  wish: Partial<Wish> & { suiteId: string },
): Promise<TestAnswer<typeof loadTests.createLoadTest>> {
  return member.call(loadTests.createLoadTest, { body: { ...steadyLoad, ...wish } });
}

/** Starts a load test and returns its queued state. */
export async function startLoadTest(
  member: Member,
  wish: Partial<Wish> & { suiteId: string },
): Promise<LoadTest> {
  const { status, body, text } = await requestLoadTest(member, wish);
  if (status !== 202) throw new Error(`The load test was not started: ${text}`);
  return body;
}

/** Waits until a load test has ended, and returns it. */
export function untilLoadEnded(member: Member, id: string): Promise<LoadTest> {
  return untilLoad(member, id, ({ finishedAt }) => finishedAt !== null);
}

export async function untilLoad(
  member: Member,
  loadTestId: string,
  isAsWanted: (test: LoadTest) => boolean,
  timeoutMs = 40_000,
): Promise<LoadTest> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { body } = await member.call(loadTests.getLoadTest, { params: { loadTestId } });
    if (isAsWanted(body)) return body;
    if (Date.now() > deadline) throw new Error(`The load test is still ${body.status}`);
    await sleep(50);
  }
}
