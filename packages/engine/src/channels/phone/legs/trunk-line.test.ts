import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTrunkLine } from './trunk-line.ts';

let silent: Socket;

beforeEach(async () => {
  silent = createSocket('udp4');
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
});

afterEach(() => {
  silent.close();
});

const lineTo = (trunk: Socket, waitMs: number) =>
  createTrunkLine(
    {
      host: '127.0.0.1',
      port: trunk.address().port,
      credentials: { username: 'tester', password: 's3cret' },
      wantsRegistration: true,
      isSecure: false,
      isEncrypted: false,
    },
    async () => '127.0.0.1',
    waitMs,
  );

describe('a line to a trunk that never answers', () => {
  it('gives up every call in time, not one after the other', async () => {
    const line = lineTo(silent, 300);
    const from = performance.now();
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => line.take()));
    expect(calls).toMatchObject(
      calls.map(() => ({ status: 'rejected', reason: { problem: { kind: 'no-response' } } })),
    );
    expect(performance.now() - from).toBeLessThan(2000);
  });

  it('lets go of a call that is cancelled', async () => {
    const line = lineTo(silent, 60_000);
    const stopped = new AbortController();
    const call = line.take(stopped.signal);
    stopped.abort();
    await expect(call).rejects.toMatchObject({ problem: { kind: 'cancelled' } });
  });

  it('does not begin a call that was cancelled before', async () => {
    const call = lineTo(silent, 60_000).take(AbortSignal.abort());
    await expect(call).rejects.toMatchObject({ problem: { kind: 'cancelled' } });
  });
});
