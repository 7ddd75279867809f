/** A proxy before a server that lets everything through, cuts everything off, or swallows it. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Chaos = 'through' | 'reset' | 'refuse' | 'swallow';

export interface ChaosProxy {
  port: number;
  /** Also for the connections that are open. */
  set(chaos: Chaos): void;
  close(): Promise<void>;
}

export async function startChaosProxy(target: { host: string; port: number }): Promise<ChaosProxy> {
  let chaos: Chaos = 'through';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (chaos === 'refuse' || chaos === 'reset') return near.resetAndDestroy();
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
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      chaos = next;
      if (next === 'reset' || next === 'refuse')
        for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
