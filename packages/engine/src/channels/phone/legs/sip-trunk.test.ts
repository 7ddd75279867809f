import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { loopbackCertificate } from '@parley/mock-ivr/loopback-certificate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSpeech } from '../../../speech/create-speech.ts';
import { calibratedAt } from '../../../test/calibrated-at.ts';
import { runText } from '../../../test/run-text.ts';
import { createSipTrunk } from './sip-leg.ts';
import type { SipTrunk } from './sip-trunk.ts';

const credentials = { username: 'tester', password: 's3cret' };
const authorities = getCACertificates('default');
let secure: MockIvr;
let plain: MockIvr;

beforeAll(async () => {
  setDefaultCACertificates([loopbackCertificate.cert]);
  const options = { credentials, wantsRegistration: true };
  secure = await startMockIvr({ ...options, certificate: loopbackCertificate });
  plain = await startMockIvr(options);
});

const open: ReturnType<typeof createSipTrunk>[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((trunk) => trunk.close()));
});

afterAll(async () => {
  setDefaultCACertificates(authorities);
  await Promise.all([secure.close(), plain.close()]);
});

/** Places this many simultaneous calls over the trunk, each to a line that greets and hangs up. */
async function call(ivr: MockIvr, change: Partial<SipTrunk> = {}, calls = 1) {
  const [host = '', port] = ivr.authority.split(':');
  const isSecure = ivr === secure;
  const trunk = createSipTrunk({
    host,
    port: Number(port),
    credentials,
    isSecure,
    isEncrypted: isSecure,
    wantsRegistration: true,
    ...change,
  });
  open.push(trunk);
  const configuration = {
    platform: 'phone',
    concurrency: calls,
    channel: {
      kind: 'phone',
      to: `sip:dropping@${ivr.authority}`,
      trunk: trunk.name,
      quietMs: 900,
    },
  };
  const tests = Array.from({ length: calls }, (_, index) => `- test: ${index}\n- $DIAL: welcome`);
  const { result } = await runText(
    [`configuration: ${JSON.stringify(configuration)}`, ...tests].join('\n---\n'),
    {
      phone: {
        allow: [`sip:*@${ivr.authority}`],
        trunks: [trunk],
        callMsMax: 60_000,
        speech: createSpeech({
          calibration: calibratedAt(0.5),
          speak: async () => new Int16Array(160),
          transcribe: async () => ({ text: 'welcome', confidence: 1 }),
        }),
      },
    },
  );
  return {
    trunk,
    outcomes: result.tests.map(({ outcome }) => outcome),
    failure: result.tests[0]?.failure,
  };
}

describe('a trunk that wants a registration', () => {
  it.skipIf(!hasPrograms('flite')).each(['TLS', 'UDP'])(
    'is called over %s by several at a time, with one registration',
    async (kind) => {
      const ivr = kind === 'TLS' ? secure : plain;
      const { trunk, outcomes, failure } = await call(ivr, {}, 3);
      expect(failure).toBeUndefined();
      expect(outcomes).toEqual(['passed', 'passed', 'passed']);
      expect(ivr.registered()).toHaveLength(1);
      await trunk.close();
      expect(ivr.registered()).toEqual([]);
      await vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 10_000 });
    },
  );

  it('refuses whoever is not registered, or has another password', async () => {
    expect((await call(secure, { wantsRegistration: false })).failure).toMatchObject({
      class: 'configuration',
      code: 'call-forbidden',
    });
    const wrong = { credentials: { username: 'tester', password: 'guessed' } };
    expect((await call(secure, wrong)).failure).toMatchObject({
      class: 'configuration',
      code: 'trunk-refused',
    });
    expect(secure.registered()).toEqual([]);
  });
});

describe('a trunk over TLS', () => {
  it('is not called where its certificate is not trusted', async () => {
    setDefaultCACertificates(authorities);
    try {
      for (const wantsRegistration of [true, false]) {
        const { failure } = await call(secure, { wantsRegistration });
        expect(failure).toMatchObject({ class: 'configuration', code: 'trunk-untrusted' });
      }
    } finally {
      setDefaultCACertificates([loopbackCertificate.cert]);
    }
  });

  it('that takes encrypted audio alone is not spoken to in the clear', async () => {
    const { failure } = await call(secure, { isEncrypted: false });
    expect(failure).toMatchObject({ class: 'configuration', code: 'no-codec' });
  });

  it('speaks TLS, or is nobody', async () => {
    const [, port] = plain.authority.split(':');
    const { failure } = await call(secure, { port: Number(port) });
    expect(failure).toMatchObject({ class: 'network', code: 'connection-refused' });
  });
});
