import type { Exhibit } from '@parley/egress';
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { parseWav } from '@parley/sip';
import { describeAudio, startCallee } from '@parley/sip/scripted-callee';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSharedPlaces } from '../../shared-places.ts';
import { notServed } from '../../speech/cloud/speech-service.ts';
import { createSpeech } from '../../speech/create-speech.ts';
import type { Transcript } from '../../speech/speech.ts';
import { calibratedAt } from '../../test/calibrated-at.ts';
import { runText } from '../../test/run-text.ts';
import type { PhoneSettings } from './phone-settings.ts';

vi.setConfig({ testTimeout: 60_000 });

let ivr: MockIvr;

beforeAll(async () => {
  ivr = await startMockIvr();
});

afterAll(() => ivr.close());

/** Tests that need the mock IVR to speak are skipped without this program. Most tests use a fake recognizer. */
const hasVoice = hasPrograms('flite');
const hasSpeech = hasVoice && hasPrograms('pocketsphinx_batch');

/** Settings that allow calls to this machine, with the local speech programs unless `change` replaces them. */
const settings = (change: Partial<PhoneSettings> = {}): PhoneSettings => ({
  allow: ['sip:*@127.0.0.1*'],
  trunks: [],
  callMsMax: 120_000,
  speech: createSpeech({}),
  ...change,
});

const deaf = (transcript: Transcript) =>
  createSpeech({
    calibration: calibratedAt(0.5),
    speak: async () => new Int16Array(1600),
    transcribe: async () => transcript,
  });

interface Call {
  user?: string;
  phone?: PhoneSettings;
  channel?: object;
  configuration?: object;
}

async function call(steps: string[], options: Call = {}) {
  const { user = 'bank', phone = settings(), channel, configuration } = options;
  const kept: Exhibit[] = [];
  const { result, events } = await runText(
    [
      `configuration: ${JSON.stringify({
        platform: 'phone',
        channel: { kind: 'phone', to: ivr.uriOf(user), quietMs: 900, ...channel },
        replyTimeout: 10,
        ...configuration,
      })}`,
      ['- test: A', ...steps].join('\n'),
    ].join('\n---\n'),
    { phone, keepEvidence: async (exhibit) => `${exhibit.kind}-${kept.push(exhibit)}` },
  );
  const [test] = result.tests;
  return {
    result,
    events,
    kept,
    steps: test?.steps ?? [],
    outcome: test?.outcome,
    failure: test?.failure,
    evidence: test?.evidence?.map(({ kind }) => kind) ?? [],
  };
}

const untilNoCalls = () => vi.waitFor(() => expect(ivr.openCalls()).toBe(0), { timeout: 5000 });

describe.skipIf(!hasSpeech)('a call to a line that speaks', () => {
  it('walks through a menu by keys, keeps the audio of each step and knows who hung up', async () => {
    const { outcome, steps, kept, failure } = await call([
      '- $DIAL: for your balance press one',
      '- $1: enter your account number',
      '- $1234#: your current balance is one hundred and twenty five dollars',
      '- $0:',
      '    - prompt: goodbye',
      '    - connection.endedBy: remote',
      '    - latency <: 3000',
    ]);
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
    expect(steps.map(({ evidence }) => evidence?.map(({ kind }) => kind))).toEqual(
      Array.from({ length: 4 }, () => ['audio']),
    );
    const [greeting] = kept;
    const { sampleRate, channels } = parseWav(Buffer.from(greeting?.bytes ?? []));
    expect([sampleRate, channels.length]).toEqual([8000, 2]);
    expect(channels[0]?.some((sample) => sample > 1000)).toBe(true);
    expect(steps[1]?.reply?.payload).toMatchObject({
      speechMs: expect.any(Number),
      silenceMs: expect.any(Number),
      latencyMs: expect.any(Number),
      promptEnd: 'silence',
      connection: { endedBy: null, codec: 'PCMU' },
      packets: { lost: 0 },
    });
    await untilNoCalls();
  });

  it('speaks itself, and hears the line that plays it back', async () => {
    const { outcome, failure } = await call([
      '- $DIAL:',
      '- $3: please tell me what you would like to do',
      '- I would like to know my balance: I would like to know my balance',
    ]);
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
  });

  it('does not pass by the mistake of a line that says another number', async () => {
    const { outcome, failure, evidence } = await call(
      [
        '- $DIAL:',
        '- $1:',
        '- $1234#: your current balance is one hundred and twenty five dollars',
      ],
      { user: 'mistake' },
    );
    // The local recognizer is not certain of all words, as a failure would require.
    expect(outcome).toBe('undecided');
    expect(failure).toMatchObject({ class: 'unsure', code: 'low-confidence' });
    expect(failure?.message).toMatch(/heard as ".*three hundred.*", too uncertain to judge/);
    expect(evidence).toEqual(['audio', 'log']);
  });

  it('says what was said instead, and that it may be a voicemail', async () => {
    const { failure } = await call(['- $DIAL:\n  - prompt: for your balance press one'], {
      user: 'voicemail',
      phone: settings({ speech: createSpeech({ calibration: calibratedAt(0) }) }),
    });
    expect(failure).toMatchObject({ class: 'wrong', code: 'mismatch' });
    expect(failure?.message).toMatch(/"for your balance press one".*got ".*after the tone"/);
    expect(failure?.remark).toMatchObject({ code: 'voicemail' });
  });
});

describe('music on hold', () => {
  const heard = deaf({ text: 'welcome', confidence: 0.9 });

  it.skipIf(!hasVoice)('ends the prompt before it, and is none itself', async () => {
    const { outcome, failure, steps } = await call(['- $DIAL: welcome', '- $SILENCE: welcome'], {
      user: 'hold',
      phone: settings({ speech: heard }),
      configuration: { replyTimeout: 20 },
    });
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
    const heardOf = steps.map(({ reply }) => reply?.payload as { [key: string]: number });
    expect(heardOf.map(({ promptEnd }) => promptEnd)).toEqual(['music', 'silence']);
    // The music between them lasts longer than either of them.
    for (const { speechMs } of heardOf) expect(speechMs).toBeLessThan(3000);
  });

  it('is no reply where none may come', async () => {
    const transcribe = vi.fn(async () => ({ text: 'invented', confidence: 1 }));
    const speech = createSpeech({
      calibration: calibratedAt(0.5),
      speak: async () => new Int16Array(1600),
      transcribe,
    });
    const end = await call(['- $DIAL:\n  - no reply within 4s'], {
      user: 'music',
      phone: settings({ speech }),
    });
    expect(end.failure).toBeUndefined();
    expect(end.outcome).toBe('passed');
    expect(transcribe).not.toHaveBeenCalled();
  });
});

describe('what is wrong with a call', () => {
  const dial = ['- $DIAL: welcome'];
  const heard = deaf({ text: 'welcome', confidence: 0.9 });

  it.each([
    ['busy', 'network', 'busy'],
    ['declined', 'network', 'declined'],
    ['unavailable', 'network', 'unavailable'],
    ['nobody', 'configuration', 'unknown-number'],
    ['ringing', 'silent', 'no-answer'],
  ])('is named when the line is %s', async (user, className, code) => {
    const phone = settings({ speech: heard });
    const { outcome, failure, evidence } = await call(dial, {
      user,
      phone,
      channel: { ringMs: 1000 },
    });
    expect(outcome).toBe('error');
    expect(failure).toMatchObject({ class: className, code });
    expect(evidence).toEqual(['log']);
    await untilNoCalls();
  });

  it.each([
    ['silent', 'failed', 'silent', 'reply-timeout'],
    ['mute', 'error', 'network', 'one-way-audio'],
    ['music', 'failed', 'wrong', 'music'],
  ])('is named when an answered line is %s', async (user, outcome, className, code) => {
    const phone = settings({ speech: deaf({ text: '', confidence: 0 }) });
    const end = await call(dial, {
      user,
      phone,
      channel: { promptMs: 7000 },
      configuration: { replyTimeout: 1 },
    });
    expect(end.outcome).toBe(outcome);
    expect(end.failure).toMatchObject({ class: className, code });
    expect(end.evidence).toContain('audio');
    await untilNoCalls();
  });

  it.skipIf(!hasVoice)('is not what it takes to press keys that wait for each other', async () => {
    const phone = settings({ speech: heard });
    const { outcome, failure } = await call(
      ['- $DIAL: welcome', '- $,,,,,,,,,,1:\n  - prompt: welcome\n  - set replyTimeout: 2'],
      { phone },
    );
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
  });

  it.skipIf(!hasVoice)('is a line that hangs up although more was to come', async () => {
    const phone = settings({ speech: heard });
    const { outcome, failure } = await call(['- $DIAL: welcome', '- $1: balance'], {
      user: 'dropping',
      phone,
    });
    expect(outcome).toBe('error');
    expect(failure).toMatchObject({ class: 'network', code: 'call-ended' });
  });

  it.each([
    ['- $DIAL', 'failed', 'hung-up'],
    ['- $DIAL:\n  - prompt != sorry', 'failed', 'hung-up'],
    ['- $DIAL:\n  - connection.endedBy: remote goto $EXIT', 'passed', undefined],
    ['- $DIAL:\n  - prompt != sorry\n  - connection.endedBy: remote', 'passed', undefined],
    ['- $DIAL:\n  - connection.endedBy: remote', 'passed', undefined],
    ['- $PAUSE 1', 'passed', undefined],
  ])('is a line that hangs up without a word: %s', async (step, expected, code) => {
    await using callee = await startCallee(describeAudio('IP4 127.0.0.1', 4000));
    const calling = call([step], {
      phone: settings({ speech: heard }),
      channel: { to: `sip:line@127.0.0.1:${callee.port}` },
    });
    await vi.waitFor(() => expect(callee.methods).toContain('ACK'), { timeout: 5000 });
    callee.tell('BYE', '');
    const { outcome, failure } = await calling;
    expect(failure?.code).toBe(code);
    expect(outcome).toBe(expected);
  });

  it.each([
    ['speech-failed', notServed('The speech service', 'it answered 500')],
    ['unexpected', new Error('The recognizer crashed.')],
  ])('is a prompt behind another that nobody could write down: %s', async (code, error) => {
    let prompts = 0;
    const speech = createSpeech({
      calibration: calibratedAt(0.5),
      speak: async () => new Int16Array(1600),
      async transcribe() {
        prompts += 1;
        if (prompts > 2) throw error;
        return { text: 'welcome', confidence: 0.9 };
      },
    });
    const { outcome, failure } = await call(['- $DIAL: welcome', '- $PAUSE 20: welcome'], {
      user: 'talking',
      phone: settings({ speech }),
      channel: { promptMs: 1000 },
    });
    expect([outcome, failure?.code]).toEqual(['error', code]);
  });

  it('is nobody at the address', async () => {
    const phone = settings({ speech: heard });
    const { failure } = await call(dial, { phone, channel: { to: 'sip:bank@127.0.0.1:9' } });
    expect(failure).toMatchObject({ class: 'network', code: 'connection-refused' });
  });

  it.skipIf(!hasVoice)(
    'is neither passed nor failed while the transcript is uncertain, and is heard in the recording',
    async () => {
      const uncertain: [text: string, step: string][] = [
        ['welcome', '- $DIAL: welcome'],
        ['well come', '- $DIAL: welcome'],
        ['welcome', '- $DIAL:\n  - messages[0]: welcome'],
        ['we are closed', '- $DIAL:\n  - closed goto $EXIT\n- $1: your balance'],
      ];
      for (const [text, step] of uncertain) {
        const speech = deaf({ text, confidence: 0.2 });
        const end = await call([step], { phone: settings({ speech }), user: 'dropping' });
        expect(end.outcome).toBe('undecided');
        expect(end.failure).toMatchObject({ class: 'unsure', code: 'low-confidence' });
        expect(end.result).toMatchObject({ status: 'failed', counts: { passed: 0, undecided: 1 } });
        expect(end.evidence).toContain('audio');
      }
    },
  );
});

it.skipIf(!hasVoice)(
  'a call whose answers took too long together has failed, however uncertain they are',
  async () => {
    const speech = deaf({ text: 'welcome', confidence: 0.2 });
    const { outcome, failure } = await call(['- $DIAL: welcome'], {
      phone: settings({ speech }),
      user: 'dropping',
      configuration: { latencyBudget: 0.001 },
    });
    expect(failure).toMatchObject({ class: 'silent', code: 'latency-budget' });
    expect(outcome).toBe('failed');
  },
);

describe('who may be called', () => {
  const number = (to: string, allow = ['+*']) =>
    call(['- $DIAL'], {
      phone: settings({ allow, speech: deaf({ text: '', confidence: 1 }) }),
      channel: { to },
    });

  it.each([
    ['+1 900 555 0123', 'premium-number'],
    ['+49 900 1234567', 'premium-number'],
    ['+44 909 879 0123', 'premium-number'],
    ['+881 612 345 678', 'premium-number'],
    ['+979 123 456 789', 'premium-number'],
    ['110', 'invalid-number'],
    ['tel:+12025550123,,,1', 'invalid-number'],
    ['+12025550123p1', 'invalid-number'],
    ['+1 202 555', 'invalid-number'],
    ['sip:127.0.0.1', 'invalid-address'],
    ['sip:100@10.0.0.1;maddr=127.0.0.1', 'invalid-address'],
    ['+1 202 456 1111', 'no-trunk'],
  ])('%s: %s', async (to, code) => {
    const { failure } = await number(to);
    expect(failure).toMatchObject({ class: 'configuration', code });
  });

  it('only whom the operator allows, and no private address that he has not opened', async () => {
    const refused = await number('+1 202 456 1111', ['+49*']);
    expect(refused.failure).toMatchObject({ code: 'destination-refused' });
    const { failure } = await number('sip:100@10.0.0.1', ['sip:*']);
    expect(failure).toMatchObject({ code: 'egress-refused' });
    expect(ivr.openCalls()).toBe(0);
  });
});

describe('a call that is not wanted any more', () => {
  it('is not placed at all when the run is cancelled before', async () => {
    const stopping = new AbortController();
    const before = ivr.callsTaken();
    const speech = {
      ...deaf({ text: '', confidence: 1 }),
      async missing() {
        stopping.abort();
        return [];
      },
    };
    const { result } = await runText(
      `configuration: { channel: { kind: phone, to: '${ivr.uriOf('silent')}' } }\n---\n- test: A\n- $DIAL: hello`,
      { phone: settings({ speech }), signal: stopping.signal },
    );
    expect(result.status).toBe('cancelled');
    expect(ivr.callsTaken()).toBe(before);
  });

  it.each(['silent', 'ringing'])('is ended when the run is cancelled: %s', async (user) => {
    const stopping = new AbortController();
    const before = ivr.callsTaken();
    const running = runText(
      `configuration: { channel: { kind: phone, to: '${ivr.uriOf(user)}' } }\n---\n- test: A\n- $DIAL: hello`,
      {
        phone: settings({ speech: deaf({ text: '', confidence: 1 }) }),
        signal: stopping.signal,
      },
    );
    await vi.waitFor(() => expect(ivr.callsTaken()).toBe(before + 1));
    stopping.abort();
    expect((await running).result.status).toBe('cancelled');
    await untilNoCalls();
  });
});

describe('calls that several parties place from one process', () => {
  it('leave a place for another party, whatever lines say nothing', async () => {
    const phone = settings({
      speech: deaf({ text: 'hello', confidence: 1 }),
      places: createSharedPlaces({ atOnce: 2, atOncePerParty: 2, what: 'call' }),
    });
    const textOf = (user: string, steps: string) =>
      `configuration: { channel: { kind: phone, to: '${ivr.uriOf(user)}', promptMs: 1000 }, replyTimeout: 600 }\n---\n- test: A\n${steps}\n---\n- test: B\n${steps}`;
    const before = ivr.callsTaken();
    const stopping = new AbortController();
    const held = runText(textOf('mute', '- $DIAL: hello'), {
      phone,
      party: 'one',
      signal: stopping.signal,
    });
    await vi.waitFor(() => expect(ivr.callsTaken()).toBe(before + 1));
    const other = await runText(textOf('music', '- $DIAL:'), { phone, party: 'another' });
    expect(other.result.tests.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(ivr.callsTaken()).toBe(before + 3);
    stopping.abort();
    expect((await held).result.status).toBe('cancelled');
    await untilNoCalls();
  });
});
