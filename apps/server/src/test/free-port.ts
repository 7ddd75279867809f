import { createServer } from 'node:net';

/** Of those below, the one that browsers and `fetch` refuse. */
const refused = 10_080;

/**
 * A port on which nothing listens, known before a server starts because links and tokens carry its
 * public address. It lies below those that systems give to outgoing connections, so
 * that none of these takes it before the server under test does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (port !== refused && (await isFree(port))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
