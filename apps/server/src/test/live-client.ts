/** A live socket for tests, which records its messages. */
import { once } from 'node:events';
import type { LiveClientMessage, LiveServerMessage, RunSummary } from '@parley/contract';
import { livePath } from '@parley/contract';
import WebSocket from 'ws';

export interface LiveClient {
  socket: WebSocket;
  messages: LiveServerMessage[];
  /** Returns the numbers of a run's events in the order of arrival. */
  seqsOf(runId: string): number[];
  send(message: LiveClientMessage): void;
  /** Returns the first message that matches, received or still to come. */
  until<M extends LiveServerMessage>(
    isWanted: (message: LiveServerMessage) => message is M,
    timeoutMs?: number,
  ): Promise<M>;
  until(isWanted: (message: LiveServerMessage) => boolean): Promise<LiveServerMessage>;
  /** Resolves with the code with which the server closes the socket. */
  untilClosed(): Promise<number>;
  /** Drops the connection without a closing handshake, as a network failure does. */
  drop(): void;
}

export async function openLive(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url.replace('http', 'ws') + livePath, { headers });
  const client = createClient(socket);
  await once(socket, 'open');
  return client;
}

export async function signedInLive(url: string, token: string): Promise<LiveClient> {
  const client = await openLive(url);
  client.send({ type: 'authenticate', token });
  await client.until((message) => message.type === 'ready');
  return client;
}

export function isRunEnd(
  message: LiveServerMessage,
): message is Extract<LiveServerMessage, { type: 'run-events' }> {
  return message.type === 'run-events' && hasEnded(message.run) && isWhole(message);
}

function hasEnded({ finishedAt }: RunSummary): boolean {
  return finishedAt !== null;
}

function isWhole({ events }: Extract<LiveServerMessage, { type: 'run-events' }>): boolean {
  return events.length === 0 || events.at(-1)?.event.type === 'run.finished';
}

function createClient(socket: WebSocket): LiveClient {
  const messages: LiveServerMessage[] = [];
  const watchers = new Set<() => void>();
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    for (const watch of watchers) watch();
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  closed.catch(() => undefined);
  return {
    socket,
    messages,
    seqsOf: (runId) =>
      messages.flatMap((message) =>
        message.type === 'run-events' && message.runId === runId
          ? message.events.map(({ seq }) => seq)
          : [],
      ),
    send: (message) => socket.send(JSON.stringify(message)),
    until: (isWanted: (message: LiveServerMessage) => boolean, timeoutMs = 15_000) =>
      new Promise<never>((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(watch);
          reject(new Error(`Not told so; last: ${JSON.stringify(messages.at(-1))?.slice(0, 300)}`));
        }, timeoutMs);
        const watch = () => {
          const found = messages.find(isWanted);
          if (found === undefined) return;
          clearTimeout(timer);
          watchers.delete(watch);
          resolve(found as never);
        };
        watchers.add(watch);
        watch();
      }),
    untilClosed: () => closed,
    drop: () => socket.terminate(),
  };
}
