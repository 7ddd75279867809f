import { setTimeout as sleep } from 'node:timers/promises';

const attemptsMax = 3;

/**
 * Retries a 503 while a drill prepares, before it breaks anything, because a busy machine may answer "later". Do not use it
 * for the requests that a drill measures, where it could hide one.
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
