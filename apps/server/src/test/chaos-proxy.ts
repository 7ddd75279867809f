/**
 * A proxy in front of a server. It passes everything on (`through`), resets connections (`reset`), refuses connections
 * (`refuse`), or accepts everything and never responds (`swallow`).
 */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Chaos = 'through' | 'reset' | 'refuse' | 'swallow';

export interface ChaosProxy {
  port: number;
  /** Changes the behavior, including for connections that are already open. */
  set(chaos: Chaos): void;
  close(): Promise<void>;
}

export async function startChaosProxy(target: { host: string; port: number }): Promise<ChaosProxy> {
  let chaos: Chaos = 'through';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (chaos === 'reset') return near.resetAndDestroy();
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => chaos === 'through' && to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    set(next) {
      if (next === 'refuse' && server.listening) server.close();
      if (next !== 'refuse' && !server.listening) server.listen(port, '127.0.0.1');
      chaos = next;
      if (next === 'reset' || next === 'refuse')
        for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      const closed = server.listening ? once(server.close(), 'close') : undefined;
      // After the listener is closed, so that no new connections arrive.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
