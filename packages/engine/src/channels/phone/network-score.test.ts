/** Scores the network of calls to a voice agent over SIP and RTP, whose packets are lost and delayed. */
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { recordingOf } from '@parley/mock-ivr/voice-agent';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { speechOf } from '../../test/recorded-speech.ts';
import { runText } from '../../test/run-text.ts';
import { createScriptedLeg } from '../../test/scripted-leg.ts';
import type { Trunk } from './phone-settings.ts';

vi.setConfig({ testTimeout: 60_000 });

let ivr: MockIvr;

beforeAll(async () => {
  ivr = await startMockIvr();
});

afterAll(() => ivr.close());

async function call(user: string, network: object | undefined, trunk?: Trunk) {
  const channel = {
    ...{ kind: 'phone', to: ivr.uriOf(user), quietMs: 900 },
    ...(network && { network }),
    ...(trunk && { trunk: trunk.name }),
  };
  const configuration = { syntax: 2, platform: 'phone', channel, replyTimeout: 4 };
  const text = `configuration: ${JSON.stringify(configuration)}\n---\n- test: A\n- $DIAL:\n    - network mos > 3.8\n`;
  const { result } = await runText(text, {
    phone: {
      allow: ['sip:*@127.0.0.1*'],
      trunks: trunk ? [trunk] : [],
      callMsMax: 60_000,
      speech: speechOf(recordingOf),
    },
  });
  const [test] = result.tests;
  const [step] = test?.steps ?? [];
  return {
    outcome: test?.outcome,
    hint: (test?.failure ?? step?.failure)?.hint,
    network: step?.reply?.voice?.network,
  };
}

const known = { delayMs: 150, lossConcealment: true };

describe.concurrent('the network score of a call', () => {
  it('is good if all packets come in time', async () => {
    const { outcome, network } = await call('agent', known);
    expect(network).toMatchObject({ lost: 0, score: { most: expect.closeTo(4.33, 2) } });
    expect(network?.packets).toBeGreaterThan(100);
    expect(outcome).toBe('passed');
  });

  it('is undecided if nobody says how long the delay is', async () => {
    const { outcome, hint } = await call('agent', undefined);
    expect(hint).toContain('network: { delayMs: 150 }');
    expect(outcome).toBe('undecided');
  });

  it('is bad if a tenth of the packets is lost, whatever the delay', async () => {
    for (const settings of [known, undefined]) {
      const { outcome, network } = await call('agent-lossy', settings);
      expect(network?.lost).toBeGreaterThan(10);
      expect(outcome).toBe('failed');
    }
  });

  it('is bad if packets come too late, though none is lost', async () => {
    const { outcome, network } = await call('agent-jittery', known);
    expect(network).toMatchObject({ lost: 0, late: expect.toSatisfy((late: number) => late > 10) });
    // A machine that was too busy to see when packets arrived must not blame the line.
    expect(outcome).toBe(network?.stalledMs ? 'undecided' : 'failed');
  });

  it('is undecided on a leg that sees no packets', async () => {
    const { trunk, hear } = createScriptedLeg();
    const frame = recordingOf('reply').subarray(1600, 1760);
    const timer = setInterval(() => hear(frame, performance.now()), 20);
    setTimeout(() => clearInterval(timer), 1500);
    const { outcome, hint, network } = await call('agent', known, trunk);
    expect(network).toBeUndefined();
    expect(hint).toContain('not with Twilio');
    expect(outcome).toBe('undecided');
  });
});
