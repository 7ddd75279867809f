/**
 * Sixteen clients in a separate process repeat the given requests one after another until they are stopped. The process sends
 * `ready`, and at the end the number of responses by status.
 */
import { constants, setPriority } from 'node:os';
import type { PreparedRequest } from '@parley/server/testing/large-requests';

const clients = 16;

// Real senders would have machines of their own.
setPriority(constants.priority.PRIORITY_LOW);
const answers: Record<number, number> = {};

process.on('message', (requests: PreparedRequest[]) => {
  process.send?.('ready');
  for (let client = 0; client < clients; client += 1) void repeat(requests, client);
});

process.on('SIGTERM', () => {
  process.send?.(answers);
  process.disconnect();
  process.exit();
});

/** Repeats the requests. Each client starts at a different request, so that different requests are active at the same time. */
async function repeat(requests: PreparedRequest[], from: number): Promise<void> {
  for (let turn = from * 7; ; turn += 1) {
    const request = requests[turn % requests.length];
    if (!request) return;
    const { url, body, ...rest } = request;
    const status = await fetch(url, { ...rest, ...(body !== undefined && { body }) })
      .then(async (answer) => {
        for await (const _ of answer.body ?? []);
        return answer.status;
      })
      .catch(() => 0);
    answers[status] = (answers[status] ?? 0) + 1;
  }
}
