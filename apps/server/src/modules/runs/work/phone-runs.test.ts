/** Phone runs over real SIP and RTP against the mock IVR, from the request to the result. */
import {
  devices,
  runs as endpoints,
  projects,
  publicApi,
  recordings,
  suites,
} from '@parley/contract';
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { startTwilioEmulator } from '@parley/mock-ivr/twilio-emulator';
import { foldEvents } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createKey } from '../../../test/filled-organization.ts';
import { freePort } from '../../../test/free-port.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

vi.setConfig({ testTimeout: 180_000 });

let ivr: MockIvr;
let app: TestApp;
let ada: Member;

const callsToIvr = () => ({
  PARLEY_PHONE_ALLOW: `sip:*@${ivr.authority}`,
  PARLEY_SIP_TRUNKS: `sip:tester:s3cret@${ivr.authority}`,
});

beforeAll(async () => {
  ivr = await startMockIvr({ credentials: { username: 'tester', password: 's3cret' } });
  app = await startTestApp({ settings: callsToIvr() });
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
});

afterAll(async () => {
  await app.close();
  await ivr.close();
});

const suiteText = (to: string) => `configuration:
  platform: phone
  channel: { kind: phone, to: '${to}', quietMs: 900 }
  concurrency: 5
---
- test: Greeting
- $DIAL: for your balance press one
---
- test: Balance
- $DIAL:
- $1: enter your account number
- $1234#: your current balance is one hundred and twenty five dollars
---
- test: Opening hours
- $DIAL:
- $2: we are open every day
- $SILENCE:
    - no reply within 2s
---
- test: Echo
- $DIAL:
- $PAUSE 1:
- $3: please tell me what you would like to do
- I would like to know my balance: I would like to know my balance
---
- test: Goodbye
- $DIAL:
- $0:
    - prompt: goodbye
    - connection.endedBy: remote
`;

async function createPhoneSuite(
  source: string,
  { by = ada, trunk = ivr.authority }: { by?: Member; trunk?: string } = {},
): Promise<string> {
  const device = await by.call(devices.createDevice, {
    body: {
      name: `Caller ${Math.random()}`,
      locale: 'en-US',
      settings: {
        platform: 'phone',
        caller: { kind: 'sip', address: 'sip:ada@tester.example' },
        trunk,
        voiceId: 'Joanna',
      },
    },
  });
  const project = await by.call(projects.createProject, { body: { name: `${Math.random()}` } });
  const stored = await by.call(suites.createSuite, {
    body: { name: 'Bank line', projectId: project.body.id, platform: 'phone', source },
  });
  const suiteId = stored.body.id;
  await by.call(suites.updateSuite, { params: { suiteId }, body: { deviceId: device.body.id } });
  return suiteId;
}

async function readRun(member: Member, runId: string) {
  const { body } = await member.call(endpoints.listRunEvents, { params: { runId } });
  const { tests } = foldEvents(body.events.map(({ event }) => event));
  const failures = tests.flatMap(({ name, steps, failure }) =>
    failure ? [`${name}: ${failure.message} ${steps.map(({ reply }) => reply?.text)}`] : [],
  );
  return { tests, failures };
}

describe.skipIf(!hasPrograms('flite', 'pocketsphinx_batch'))('a phone suite', () => {
  it('of five tests passes over SIP and RTP by a trunk with a password, with the audio of each step', async () => {
    const { id: runId } = await startRun(ada, await createPhoneSuite(suiteText(ivr.uri)));
    const run = await untilEnded(ada, runId, 170_000);
    const { tests, failures } = await readRun(ada, runId);
    expect(failures).toEqual([]);
    expect(run).toMatchObject({ status: 'passed', counts: { passed: 5, unsure: 0 } });
    const steps = tests.flatMap((test) => test.steps);
    expect(steps.every(({ evidence }) => evidence?.some(({ kind }) => kind === 'audio'))).toBe(
      true,
    );
    const evidenceId = steps[0]?.evidence?.[0]?.id ?? '';
    const audio = await ada.call(endpoints.getRunEvidence, { params: { runId, evidenceId } });
    expect(audio.headers.get('content-type')).toBe('audio/wav');
    await vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 5000 });
  });

  it('compares prompts with recordings of the project, saved from a step', async () => {
    const lineOf = (steps: string) =>
      `configuration: { syntax: 2, platform: phone, channel: { kind: phone, to: '${ivr.uri}', quietMs: 900 } }\n---\n- test: A\n- $DIAL:\n${steps}`;
    const suiteId = await createPhoneSuite(lineOf('- $1:'));
    async function runWith(steps: string) {
      const body = { source: lineOf(steps) };
      await ada.call(suites.updateSuite, { params: { suiteId }, body });
      const { id } = await startRun(ada, suiteId);
      await untilEnded(ada, id, 60_000);
      const { tests } = await readRun(ada, id);
      return { id, test: tests[0] };
    }
    const first = await runWith('- $1:');
    const [audio] = first.test?.steps[1]?.evidence?.filter(({ kind }) => kind === 'audio') ?? [];
    const kept = await ada.call(recordings.keepRunRecording, {
      params: { runId: first.id, evidenceId: audio?.id ?? '' },
      body: { name: 'account.wav' },
    });
    expect(kept.status).toBe(201);
    const same = await runWith('- $1:\n    - sounds like: account.wav');
    expect(same.test?.outcome).toBe('passed');
    expect(JSON.stringify(same.test)).toContain(kept.body.sha256);
    const other = await runWith('- $2:\n    - sounds like: account.wav');
    expect(other.test?.outcome).toBe('failed');
    await ada.call(recordings.deleteRecording, {
      params: { projectId: kept.body.projectId, recordingId: kept.body.id },
    });
    const { error } = await ada.call(endpoints.startRun, { params: { suiteId }, body: {} });
    expect(error?.message).toBe('The project has no recording “account.wav”.');
  });

  it.each([
    ['agent', 'failed', 900],
    ['agent-late-never', 'passed', 3300],
  ])(
    'is held to how fast %s answers and yields, and tells it by the API',
    async (line, wrong, expectedMs) => {
      const suiteId = await createPhoneSuite(`configuration:
  { syntax: 2, platform: phone, channel: { kind: phone, to: 'sip:${line}@${ivr.authority}' } }
---
- test: Response
- $DIAL:
- Please cancel that:
    - response < 2s
---
- test: Interruption
- $DIAL:
    - interrupt after 800ms: Please cancel that
    - yields within 1.5s
`);
      const { id: runId } = await startRun(ada, suiteId);
      await untilEnded(ada, runId, 120_000);
      const { key: token } = await createKey(ada, 'read');
      const { body } = await app.call(publicApi.readRunTests, { token, params: { runId } });
      const [response, interruption] = body.items;
      // On a busy machine a verdict may be undecided, but never the opposite.
      expect(response?.outcome).not.toBe(wrong);
      expect(interruption?.outcome).not.toBe(wrong);
      const { ms, errorMs, unknown } = response?.interactions.at(-1)?.timing?.response ?? {};
      if (unknown === null)
        expect(Math.abs((ms ?? 0) - expectedMs)).toBeLessThan((errorMs ?? 0) + 700);
      else expect(unknown).toEqual(expect.any(String));
    },
  );

  it('is not delayed by silent calls of another organization', async () => {
    const shared = await startTestApp({ settings: { ...callsToIvr(), PARLEY_CALL_SLOTS: '2' } });
    try {
      const silent = (await createTenant(shared, { planId: 'enterprise' })).owner;
      const other = (await createTenant(shared, { planId: 'enterprise' })).owner;
      const before = ivr.callsTaken();
      const held = await startRun(
        silent,
        await createPhoneSuite(
          suiteText(ivr.uriOf('mute')).replace('concurrency', 'replyTimeout: 600\n  concurrency'),
          { by: silent },
        ),
      );
      await vi.waitFor(() => expect(ivr.callsTaken()).toBe(before + 1), { timeout: 20_000 });
      const { id: runId } = await startRun(
        other,
        await createPhoneSuite(
          `configuration: { platform: phone, channel: { kind: phone, to: '${ivr.uri}', quietMs: 900 } }\n---\n- test: A\n- $DIAL: for your balance press one`,
          { by: other },
        ),
      );
      expect(await untilEnded(other, runId, 60_000)).toMatchObject({ counts: { passed: 1 } });
      expect(ivr.callsTaken()).toBe(before + 2);
      await silent.call(endpoints.cancelRun, { params: { runId: held.id } });
      expect((await untilEnded(silent, held.id, 30_000)).status).toBe('cancelled');
    } finally {
      await shared.close();
    }
  });

  it('passes by Twilio', async () => {
    const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token-of-the-account' };
    const number = '+12024561111';
    const plainIvr = await startMockIvr();
    const twilio = await startTwilioEmulator({
      ...account,
      numbers: ['+12025550100'],
      lineOf: () => plainIvr.uri,
    });
    const port = await freePort();
    const twilioApp = await startTestApp({
      settings: {
        PARLEY_PHONE_ALLOW: number,
        PARLEY_TWILIO_ACCOUNT_SID: account.accountSid,
        PARLEY_TWILIO_AUTH_TOKEN: account.authToken,
        PARLEY_TWILIO_FROM: '+12025550100',
        PARLEY_TWILIO_STREAM_URL: `ws://127.0.0.1:${port}/`,
        PARLEY_TWILIO_STREAM_PORT: `${port}`,
        PARLEY_TWILIO_URL: twilio.url,
      },
    });
    try {
      const by = (await createTenant(twilioApp, { planId: 'enterprise' })).owner;
      const suiteId = await createPhoneSuite(suiteText(number), { by, trunk: 'twilio' });
      const { id: runId } = await startRun(by, suiteId);
      const run = await untilEnded(by, runId, 170_000);
      expect((await readRun(by, runId)).failures).toEqual([]);
      expect(run).toMatchObject({ status: 'passed', counts: { passed: 5, unsure: 0 } });
      expect(twilio.calls.map(({ protocolError }) => protocolError)).toEqual(
        Array(5).fill(undefined),
      );
      await vi.waitFor(() => expect(plainIvr.openCalls()).toBe(0), { timeout: 5000 });
    } finally {
      await twilioApp.close();
      await twilio.close();
      await plainIvr.close();
    }
  });
});
