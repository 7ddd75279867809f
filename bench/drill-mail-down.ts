/**
 * R18. The mail server first refuses connections and then accepts them without responding, while people request emails and two
 * workers try to send them. No request waits for the mail server. Once it works again, every email is sent once, within five
 * minutes.
 *
 *   npm run drill -- mail-down [--quick] [--rounds MINUTES] [--seed N]
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { identity } from '@parley/contract';
import { callApi } from '@parley/server/testing/call-api';
import { startChaosProxy } from '@parley/server/testing/chaos-proxy';
import { SMTPServer } from 'smtp-server';
import { requirePostgresql, startCluster } from './drill/cluster.ts';
import { percentile, runDrill } from './drill/drill.ts';
import { type SeededTenant, seedTenants } from './drill/tenant.ts';
import { until } from './drill/until.ts';

const sentMsMax = 5 * 60_000;
const answeredMsMax = 2000;

requirePostgresql();
await runDrill('mail-down', 'R18', async (drill) => {
  const awayMs = drill.isQuick ? 15_000 : drill.rounds({ full: 60, quick: 1 }) * 60_000;
  const people = drill.size({ full: 40, quick: 6 });
  const received = new Map<string, number>();
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo)
          received.set(address, (received.get(address) ?? 0) + 1);
        done();
      });
    },
  });
  mailServer.on('error', () => undefined);
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  drill.defer(async () => mailServer.close());
  const { port } = mailServer.server.address() as AddressInfo;
  const proxy = await startChaosProxy({ host: '127.0.0.1', port });
  drill.defer(() => proxy.close());

  let tenants: SeededTenant[] = [];
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api', 'worker', 'worker'],
    environment: { SMTP_URL: `smtp://127.0.0.1:${proxy.port}` },
    async prepare(environment) {
      tenants = await seedTenants(
        environment,
        Array.from({ length: people }, (_, n) => `Team ${n}`),
      );
    },
  });
  const [api] = cluster.members;
  const tookMs: number[] = [];
  const askForMails = async (asking: SeededTenant[]) => {
    for (const { email } of asking) {
      const startedAt = performance.now();
      await callApi(api?.url ?? '', identity.requestPasswordReset, { body: { email } });
      tookMs.push(performance.now() - startedAt);
    }
  };
  const half = Math.ceil(people / 2);
  proxy.set('refuse');
  await askForMails(tenants.slice(0, half));
  await sleep(awayMs / 2);
  proxy.set('swallow');
  await askForMails(tenants.slice(half));
  await sleep(awayMs / 2);
  const receivedWhileAway = received.size;
  const backAt = performance.now();
  proxy.set('reset');
  proxy.set('through');
  const isAllSent = async () => {
    const [row] = await cluster.query<{ open: string }>(
      'select count(*) as open from outbox_mails where sent_at is null',
    );
    return Number(row?.open) === 0;
  };
  await until(sentMsMax + 30_000, isAllSent);
  const sentMs = performance.now() - backAt;
  // Leave time for an email to be sent a second time by mistake.
  await sleep(drill.size({ full: 60_000, quick: 2000 }));

  const times = [...received.values()];
  drill.note('away minutes', awayMs / 60_000);
  drill.exactly('mails received while away', receivedWhileAway, 0);
  drill.exactly('people with their mail', received.size, people);
  drill.exactly('people with it twice', times.filter((count) => count > 1).length, 0);
  drill.withinMs('all sent after ms', sentMs, sentMsMax);
  drill.note('requests p99 ms', Math.round(percentile(tookMs, 0.99)));
  drill.withinMs('requests at most ms', Math.max(...tookMs), answeredMsMax);
});
