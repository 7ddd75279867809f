import { setTimeout as sleep } from 'node:timers/promises';

const attemptsMax = 3;

/**
 * Repeats a request that is answered with 503, because a busy machine can answer so while a drill is being set up. Must not be
 * used for the requests that a drill measures, because it would hide a 503.
 */
export async function served<A extends { status: number; headers: Headers }>(
  ask: () => Promise<A>,
): Promise<A> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    if (answer.status !== 503 || attempt === attemptsMax) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}
