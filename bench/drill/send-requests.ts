import { setTimeout as sleep } from 'node:timers/promises';

interface Answer {
  sentAt: number;
  endedAt: number;
  /** HTTP status; 0 if there was no response. */
  status: number;
  /** Value of `Retry-After` in seconds; 0 if the header is missing. */
  retryAfter: number;
}

/** Sends requests at a steady rate until it is stopped, without waiting for the responses to earlier ones. */
export function sendRequests(
  perSecond: number,
  ask: (turn: number) => Promise<{ status: number; headers: Headers }>,
): { stop(): Promise<Answer[]> } {
  const answers: Promise<Answer>[] = [];
  let isOver = false;
  const startedAt = performance.now();
  const sending = (async () => {
    for (let turn = 1; !isOver; turn += 1) {
      answers.push(send(() => ask(turn)));
      await sleep(Math.max(0, startedAt + (turn * 1000) / perSecond - performance.now()));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await sending;
      return Promise.all(answers);
    },
  };
}

async function send(ask: () => Promise<{ status: number; headers: Headers }>): Promise<Answer> {
  const sentAt = performance.now();
  const answer = await ask().catch(() => undefined);
  return {
    sentAt,
    endedAt: performance.now(),
    status: answer?.status ?? 0,
    retryAfter: Number(answer?.headers.get('retry-after') ?? 0),
  };
}
