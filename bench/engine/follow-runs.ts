/**
 * Watches runs. Reads their ids as lines from standard input, and answers each with the number of events received by the end
 * of the run. Arguments: URL, token, organization.
 */
import { createInterface } from 'node:readline';
import { isRunEnd, signedInLive } from '@parley/server/testing/live-client';

const runTimeoutMs = 120_000;

const [url = '', token = '', organizationId = ''] = process.argv.slice(2);
const client = await signedInLive(url, token);
console.log('ready');
for await (const runId of createInterface(process.stdin)) {
  client.messages.length = 0;
  client.send({
    type: 'subscribe',
    organizationId,
    topics: [{ kind: 'run', id: runId, after: 0 }],
  });
  await client.until(
    (message): message is Extract<typeof message, { type: 'run-events' }> =>
      isRunEnd(message) && message.runId === runId,
    runTimeoutMs,
  );
  console.log(client.seqsOf(runId).length);
}
