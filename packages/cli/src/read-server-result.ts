import { emptyRunResult, foldEvents, type RunResult, readEvent } from '@parley/suite';
import type { ServerClient } from './server-client.ts';

/** Reads the result of a run on a server. For a run in progress, it is the result so far. */
export async function readServerResult(client: ServerClient, runId: string): Promise<RunResult> {
  let result = emptyRunResult();
  for (let after = 0; ; ) {
    const { events, isComplete } = await client.events(runId, after, 0);
    result = foldEvents(
      events.map(({ event }) => readEvent(event)),
      result,
    );
    after = events.at(-1)?.seq ?? after;
    if (isComplete || events.length === 0) return result;
  }
}
