import { createServer } from 'node:net';

/** The only port in the range below that browsers and `fetch` block. */
const refused = 10_080;

/**
 * Finds a free port. It has to be known before the server starts, because links and tokens contain the public URL. It is below
 * the range that systems use for outgoing connections, so that none of these takes it first.
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
