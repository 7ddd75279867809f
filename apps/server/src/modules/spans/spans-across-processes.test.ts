/** Sends spans to one process for runs that other processes execute, one of which is killed. */
import { apiKeys, identity, organizations, projects, runs, suites } from '@parley/contract';
import { foldEvents, readEvent } from '@parley/suite';
import { expect, it } from 'vitest';
import { startRun, untilEnded } from '../../test/bot-suite.ts';
import { callApi } from '../../test/call-api.ts';
import { createTestDatabase } from '../../test/database-template.ts';
import { freePort } from '../../test/free-port.ts';
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts';
import {
  type SentTrace,
  sendSpans,
  spanRequest,
  startSpanningAgent,
  turnSpans,
} from '../../test/spanning-agent.ts';
import { type Member, memberOf } from '../../test/tenant.ts';

async function signUp(url: string): Promise<Member> {
  const email = 'ada@example.org';
  const app = { call: (endpoint, call) => callApi(url, endpoint, call) } satisfies Parameters<
    typeof memberOf
  >[0];
  const signedIn = await callApi(url, identity.signUp, {
    body: { email, name: 'Ada', password: 'Correct-Horse-7' },
  });
  const { token, user } = signedIn.body;
  const founded = await callApi(url, organizations.createOrganization, {
    token,
    params: { userId: user.id },
    body: { name: 'Ada', onboardingData: { organizationName: 'Acme' } },
  });
  return memberOf(app, { userId: user.id, token, email }, founded.body.id);
}

it.skipIf(!process.env.PARLEY_TEST_DATABASE_URL)(
  'spans reach the worker of their run, and the one that takes it over',
  async () => {
    const database = await createTestDatabase();
    const processes: ServerProcess[] = [];
    const sent: SentTrace[] = [];
    let hears: (() => void) | undefined;
    const heard = new Promise<void>((resolve) => (hears = resolve));
    let report: (trace: SentTrace) => Promise<unknown> = async () => {};
    await using agent = await startSpanningAgent(async (trace) => {
      sent.push(trace);
      hears?.();
      await report(trace);
    });
    const environment = { ...database.environment, PARLEY_EGRESS_ALLOW: agent.host };
    const start = async (role: 'api' | 'worker') => {
      const started = await startServerProcess(
        { ...environment, PORT: String(await freePort()) },
        role,
      );
      processes.push(started);
      return started;
    };
    try {
      const api = await start('api');
      const ada = await signUp(api.url);
      const { body: made } = await ada.call(apiKeys.createApiKey, {
        body: { name: 'Agent', access: 'spans' },
      });
      const send = (trace: SentTrace, ...tools: string[]) =>
        sendSpans(
          `${api.url}/api/v1/otlp/v1/traces`,
          made.key,
          spanRequest(trace, turnSpans(trace, ...tools)),
        );
      const project = await ada.call(projects.createProject, { body: { name: 'Orders' } });
      const source = [
        'configuration:',
        '  syntax: 2',
        '  platform: webchat',
        `  channel: { kind: http, url: "http://${agent.host}/chat" }`,
        '  evidence: { sources: [support-agent], settle: 500ms, timeout: 20s }',
        '---',
        '- test: Refunds',
        '- Refund order 7:',
        '  - tool refund_order: once',
        '  - tool delete_order: never',
      ].join('\n');
      const stored = await ada.call(suites.createSuite, {
        body: { name: 'R', projectId: project.body.id, platform: 'webchat', source },
      });
      const first = await start('worker');
      const { id: runId } = await startRun(ada, stored.body.id);
      // The first worker is waiting for spans when it is killed.
      await heard;
      await first.end('SIGKILL');
      report = (trace) => send(trace, 'refund_order');
      await start('worker');
      const ended = await untilEnded(ada, runId, 90_000);
      // Spans of the first conversation arrive late and no longer belong to any turn.
      const [lost] = sent;
      if (lost) expect((await send(lost, 'delete_order')).status).toBe(200);
      const { body } = await ada.call(runs.listRunEvents, { params: { runId } });
      const { tests } = foldEvents(body.events.map(({ event }) => readEvent(event)));
      expect([ended.status, tests[0]?.steps[0]?.reply?.tools?.calls]).toMatchObject([
        'passed',
        [{ name: 'refund_order' }],
      ]);
      expect(sent.length).toBe(2);
    } finally {
      for (const each of processes.toReversed()) await each.end('SIGKILL');
      await database.drop();
    }
  },
  180_000,
);
