/** Measures the timing of calls to a scripted voice agent over SIP and RTP. */
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { recordingOf } from '@parley/mock-ivr/voice-agent';
import { parseSuite } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reevaluate } from '../../reevaluate.ts';
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

function suiteText(user: string, steps: string[], trunk?: Trunk): string {
  const configuration = {
    syntax: 2,
    platform: 'phone',
    channel: {
      kind: 'phone',
      to: ivr.uriOf(user),
      quietMs: 900,
      ...(trunk && { trunk: trunk.name }),
    },
    replyTimeout: 4,
  };
  return [
    `configuration: ${JSON.stringify(configuration)}`,
    ['- test: A', ...steps].join('\n'),
  ].join('\n---\n');
}

async function run(text: string, trunk?: Trunk) {
  const { result } = await runText(text, {
    phone: {
      allow: ['sip:*@127.0.0.1*'],
      trunks: trunk ? [trunk] : [],
      callMsMax: 120_000,
      speech: speechOf(recordingOf),
    },
  });
  return result;
}

async function call(user: string, steps: string[], trunk?: Trunk) {
  const result = await run(suiteText(user, steps, trunk), trunk);
  const [test] = result.tests;
  const played = test?.steps ?? [];
  return {
    outcome: test?.outcome,
    latencyMs: played[0]?.reply?.latencyMs,
    failure: test?.failure ?? played.find(({ failure }) => failure)?.failure,
    voice: played.map(({ reply, silence }) => (reply ?? silence)?.voice),
  };
}

/** A busy machine delays both sides. `npm run bench -- voice` shows the accuracy of the measurement. */
const about = (ms: number) =>
  expect.toSatisfy((value: number) => value > ms - 150 && value < ms + 500, `about ${ms} ms`);

/** The agent answers 600 ms after the caller's last sound, with a recording that begins with silence. */
const responseMs = 600 + 180;

describe.concurrent('the timing of a call', () => {
  it('passes if the reply comes in time, and shows when each side spoke', async () => {
    const { outcome, failure, voice } = await call('agent', [
      '- $DIAL: words',
      '- cancel:',
      '    - response < 2s',
      '    - dead air <= 2s',
    ]);
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
    const [greeting, reply] = voice;
    expect(greeting?.response).toMatchObject({ ms: about(180) });
    expect(reply).toMatchObject({
      ours: [[expect.any(Number), expect.any(Number)]],
      theirs: [[expect.any(Number), expect.any(Number)]],
      response: { ms: about(responseMs), errorMs: expect.any(Number) },
      deadAir: { ms: about(responseMs) },
      overlap: { ms: 0 },
    });
    const [[, weEnd] = [0, 0]] = reply?.ours ?? [];
    const [[theyStart] = [0]] = reply?.theirs ?? [];
    expect(theyStart - weEnd).toEqual(about(responseMs));
  });

  it('fails if the reply comes too late, and says where to listen', async () => {
    const { outcome, failure } = await call('agent-late', [
      '- $DIAL',
      '- cancel:',
      '    - response < 2s',
      '    - dead air < 5s',
    ]);
    expect(outcome).toBe('failed');
    expect(failure).toMatchObject({
      class: 'wrong',
      message: expect.stringMatching(/^Expected response < 2s, measured 3\.\d+ s \(±/),
      hint: expect.stringMatching(/^Listen to the step's recording from \d\.\d\d s to \d\.\d\d s/),
    });
  });

  it('is not that of the greeting, where a test does not dial by itself', async () => {
    const { outcome, failure } = await call('agent-late', [
      '- cancel:',
      '    - response < 2s',
      '    - dead air < 5s',
    ]);
    expect(failure?.message).toMatch(/^Expected response < 2s, measured 3\.\d+ s \(±/);
    expect(outcome).toBe('failed');
  });

  it('is not good in a pause in which nobody speaks', async () => {
    const { outcome } = await call('agent', ['- $DIAL', '- $PAUSE 4:', '    - dead air < 1s']);
    expect(outcome).toBe('failed');
  });

  it('does not take our own voice that comes back for the reply', async () => {
    const { outcome, voice } = await call('agent-late-echo', [
      '- $DIAL',
      '- cancel:',
      '    - response < 2s',
    ]);
    expect(outcome).toBe('failed');
    expect(voice[1]).toMatchObject({ echoMs: about(140), response: { ms: about(3180) } });
  });

  it('is undecided on a line that is too noisy', async () => {
    const { outcome, failure } = await call('agent-noise', [
      '- $DIAL',
      '- cancel:',
      '    - response < 3s',
    ]);
    expect(outcome).not.toBe('passed');
    expect(failure?.class).toBe('unsure');
  });

  it('has dead air as long as nobody answers', async () => {
    const { outcome, voice } = await call('agent-mute', ['- $DIAL: { dead air <: 2s }']);
    expect(outcome).toBe('failed');
    expect(voice[0]?.deadAir).toMatchObject({ isAtLeast: true, ms: expect.any(Number) });
  });
});

describe('an interruption that is re-evaluated', () => {
  it('stands for no other one, and for none that was not made', async () => {
    const suite = (...steps: string[]) => suiteText('agent', ['- $DIAL:', ...steps]);
    const asked = ['    - interrupt after 800ms: cancel', '    - yields within 2s'];
    const made = await run(suite(...asked));
    const plain = await run(suite('    - prompt: words'));
    const outcomeOf = async (text: string, of: typeof made) =>
      (await reevaluate(parseSuite(text).suite, of)).tests[0]?.outcome;
    expect(await outcomeOf(suite(...asked), made)).toBe('passed');
    expect(await outcomeOf(suite(...asked).replace('800ms', '3s'), made)).toBe('error');
    expect(await outcomeOf(suite('    - interrupt after 800ms: cancel'), plain)).toBe('error');
  });
});

describe.concurrent('an interruption', () => {
  const interrupt = (limit: string, after = '800ms') => [
    '- $DIAL:',
    `    - interrupt after ${after}: cancel`,
    `    - yields within ${limit}`,
    '    - prompt: words',
  ];

  it('passes if the agent stops in time, and the reply is what it says then', async () => {
    const { outcome, failure, voice, latencyMs } = await call('agent', interrupt('2s'));
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
    const [facts] = voice;
    // It stops half a second after it hears somebody, of which our recording begins with 40 ms of silence less.
    expect(facts?.yields).toMatchObject({ ms: about(500) });
    expect(facts?.overlap).toMatchObject({ ms: about(500) });
    expect(facts?.interjection).toMatchObject({ kind: 'interrupt', text: 'cancel' });
    expect(facts?.response).toMatchObject({ ms: about(responseMs) });
    // The recordings begin and end with silence.
    expect(latencyMs).toEqual(about(responseMs - 140));
  });

  it.each(['agent-slow', 'agent-never', 'agent-slow-echo'])(
    'fails if the agent does not stop in time: %s',
    async (user) => {
      const { outcome, failure } = await call(user, interrupt('1s'));
      expect(outcome).toBe('failed');
      expect(failure?.message).toMatch(/^Expected yields within 1s, measured \d/);
    },
  );

  it('passes if the agent stops while our own voice comes back', async () => {
    const { failure, voice } = await call('agent-echo', interrupt('2s'));
    expect(failure).toBeUndefined();
    expect(voice[0]?.echo?.length).toBeGreaterThan(0);
  });

  it('is undecided if the agent was not speaking when we began', async () => {
    const steps = [
      '- $DIAL',
      '- cancel:',
      '    - interrupt after 2.3s: cancel',
      '    - yields within 1s',
    ];
    const { outcome, failure } = await call('agent', steps);
    expect(failure?.message).toContain('yields');
    expect(outcome).toBe('undecided');
    expect(failure?.hint).toContain('not speaking when we began');
  });

  it('is undecided if the agent is silent, and is not made', async () => {
    const { outcome, voice } = await call('agent-mute', interrupt('1s'));
    expect(outcome).not.toBe('passed');
    expect(voice[0]).not.toHaveProperty('interjection');
  });
});

describe.concurrent('a backchannel', () => {
  const steps = ['- $DIAL:', '    - backchannel after 1s: mhm', '    - keeps speaking for 1.5s'];

  it('passes if the agent speaks on', async () => {
    const { outcome, failure, voice } = await call('agent', steps);
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
    expect(voice[0]?.goesOn).toMatchObject({ ms: expect.toSatisfy((ms: number) => ms > 3000) });
  });

  it('fails if the agent stops', async () => {
    const { outcome, failure } = await call('agent-jumpy', steps);
    expect(outcome).toBe('failed');
    expect(failure?.message).toMatch(/^Expected keeps speaking for 1.5s, measured 0/);
  });
});

it('is not available on a line that does not know when audio left', async () => {
  const { leg, trunk, hear } = createScriptedLeg();
  const timer = setInterval(
    () => hear(recordingOf('reply').subarray(1600, 1760), performance.now()),
    20,
  );
  setTimeout(() => clearInterval(timer), 1500);
  const { outcome, failure, voice } = await call(
    'agent',
    ['- $DIAL:', '    - response < 5s'],
    trunk,
  );
  expect(leg.isTimed).toBe(false);
  expect(outcome).toBe('undecided');
  expect(failure).toMatchObject({ hint: expect.stringContaining('not available') });
  expect(voice[0]?.response).toEqual({ unknown: expect.any(String) });
});
