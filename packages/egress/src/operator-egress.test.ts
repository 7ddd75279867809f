import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';
import {
  createOperatorClient,
  createOperatorEgress,
  type ServiceFailure,
} from './operator-egress.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Creates a client with small limits. @returns the client and the failures that it reported */
function clientOf(url: URL | undefined) {
  const failures: ServiceFailure[] = [];
  const client = createOperatorClient({
    name: 'file storage',
    url,
    timeoutMs: 300,
    answerBytesMax: 1000,
    onFailure: (failure) => failures.push(failure),
  });
  return { client, failures };
}

describe('a client of an operator service', () => {
  it('reaches a private address', async () => {
    const url = await serve((_, answer) => answer.end('here'));
    const { client, failures } = clientOf(url);
    expect(await (await client.fetch(url)).text()).toBe('here');
    expect(failures).toEqual([]);
    await client.close();
  });

  it('gives up a service that does not answer in time, and tells who it was', async () => {
    const url = await serve(() => {});
    const { client, failures } = clientOf(url);
    await expect(client.fetch(url)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(failures).toMatchObject([{ service: 'file storage', host: url.host }]);
    expect(failures[0]?.ms).toBeGreaterThanOrEqual(290);
    await client.close();
  });

  it('gives up an answer that goes on past the deadline', async () => {
    const url = await serve(async (_, answer) => {
      answer.write('a');
      for (let sent = 0; sent < 20 && !answer.destroyed; sent += 1) {
        await sleep(50);
        answer.write('b');
      }
      answer.end();
    });
    const { client } = clientOf(url);
    const answer = await client.fetch(url);
    await expect(answer.text()).rejects.toMatchObject({ name: 'TimeoutError' });
    await client.close();
  });

  it('does not read an answer that is too large', async () => {
    const url = await serve((_, answer) => answer.end('x'.repeat(1001)));
    const { client } = clientOf(url);
    const reading = client.fetch(url).then((answer) => answer.text());
    await expect(reading).rejects.toThrow();
    await client.close();
  });

  it('follows no redirect', async () => {
    const elsewhere = await serve((_, answer) => answer.end('elsewhere'));
    const url = await serve((_, answer) =>
      answer.writeHead(302, { location: elsewhere.href }).end(),
    );
    const { client } = clientOf(undefined);
    await expect(client.fetch(url)).rejects.toThrow();
    await client.close();
  });

  it('ends with the signal of its caller', async () => {
    const url = await serve(() => {});
    const { client } = clientOf(url);
    const fetching = client.fetch(url, { signal: AbortSignal.abort(new Error('stopped')) });
    await expect(fetching).rejects.toThrow('stopped');
    await client.close();
  });
});

describe('the egress of an operator', () => {
  const codeOf = (check: () => unknown) => {
    try {
      check();
      return 'reachable';
    } catch (error) {
      return failureOf(error).code;
    }
  };

  it.each([
    ['http://10.1.2.3:9000/', undefined, 'reachable'],
    ['http://[fd00::1]:9000/', undefined, 'reachable'],
    ['http://169.254.169.254/', undefined, 'egress-refused'],
    ['http://10.1.2.3:9000/', new URL('http://10.1.2.3:9000'), 'reachable'],
    ['http://10.1.2.3:9001/', new URL('http://10.1.2.3:9000'), 'egress-refused'],
    ['http://10.1.2.3:9000/', { hostname: '10.1.2.3', port: 9000 }, 'reachable'],
  ])('checks %s where it is for %o: %s', (url, place, result) => {
    expect(codeOf(() => createOperatorEgress(place).checkUrl(url, ['http:']))).toBe(result);
  });
});
