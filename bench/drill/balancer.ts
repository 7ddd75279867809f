/**
 * A TCP load balancer for several servers. It distributes new connections in turn among the servers that are ready according
 * to /readyz. It neither parses HTTP nor repeats requests.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const lookEveryMs = 200;

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let ready: string[] = [...urls];
  let turn = 0;
  const look = async () => {
    const answers = urls.map((url) =>
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const isReady = await Promise.all(answers);
    ready = urls.filter((_, index) => isReady[index]);
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  const open = new Set<Socket>();

  const server = createServer((client) => {
    const url = new URL(ready[turn++ % ready.length] ?? urls[0] ?? '');
    const upstream = connect(Number(url.port), url.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.end();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
