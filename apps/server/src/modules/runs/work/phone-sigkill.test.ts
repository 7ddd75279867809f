import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identity, organizations, projects, suites } from '@parley/contract';
import { startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { loopbackCertificate } from '@parley/mock-ivr/loopback-certificate';
import { describe, expect, it, vi } from 'vitest';
import { startRun } from '../../../test/bot-suite.ts';
import { callApi } from '../../../test/call-api.ts';
import { createTestDatabase } from '../../../test/database-template.ts';
import { freePort } from '../../../test/free-port.ts';
import { type ServerProcess, startServerProcess } from '../../../test/server-process.ts';
import { type Member, memberOf } from '../../../test/tenant.ts';

const calls = 5;

async function signUp({ url }: ServerProcess): Promise<Member> {
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

function suiteText(to: string, trunk: string | undefined): string {
  const tests = Array.from({ length: calls }, (_, index) => `- test: ${index}\n- $PAUSE 300:`);
  const way = trunk ? `, trunk: '${trunk}'` : '';
  const head = `configuration: { concurrency: ${calls}, channel: { kind: phone, to: '${to}'${way} } }`;
  return [head, ...tests].join('\n---\n');
}

describe('a worker that is killed while it is on the phone', () => {
  it
    .skipIf(!hasPrograms('flite', 'pocketsphinx_batch'))
    .each(['straight to a line', 'by a trunk over TLS'])(
    'leaves no call open for longer than 30 seconds: %s',
    async (way) => {
      const isTrunk = way === 'by a trunk over TLS';
      const credentials = { username: 'tester', password: 's3cret' };
      const ivr = await startMockIvr(
        isTrunk ? { credentials, wantsRegistration: true, certificate: loopbackCertificate } : {},
      );
      const folder = await mkdtemp(join(tmpdir(), 'parley-sigkill-'));
      const authority = join(folder, 'authority.pem');
      await writeFile(authority, loopbackCertificate.cert);
      const database = await createTestDatabase();
      const server = await startServerProcess({
        ...database.environment,
        PORT: String(await freePort()),
        PARLEY_EGRESS_ALLOW: ivr.authority,
        PARLEY_PHONE_ALLOW: `sip:*@${ivr.authority}`,
        PARLEY_LOG_LEVEL: 'warn',
        ...(isTrunk && {
          PARLEY_SIP_TRUNKS: `sips:tester:s3cret@${ivr.authority};register`,
          NODE_EXTRA_CA_CERTS: authority,
        }),
      });
      try {
        const member = await signUp(server);
        const project = await member.call(projects.createProject, { body: { name: 'Lines' } });
        const stored = await member.call(suites.createSuite, {
          body: {
            name: 'Line',
            projectId: project.body.id,
            platform: 'phone',
            source: suiteText(`sip:music@${ivr.authority}`, isTrunk ? ivr.authority : undefined),
          },
        });
        await startRun(member, stored.body.id);
        await vi.waitFor(() => expect(ivr.openCalls()).toBe(calls), { timeout: 30_000 });
        await server.end('SIGKILL');
        expect(ivr.openCalls()).toBe(calls);
        await vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 30_000, interval: 250 });
      } finally {
        await server.end('SIGKILL');
        await database.drop();
        await ivr.close();
        await rm(folder, { recursive: true });
      }
    },
    180_000,
  );
});
