/** Classifies lines on calls to the mock IVR, with a recognizer that returns given words. */
import { type MockIvr, startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSpeech } from '../../speech/create-speech.ts';
import { calibratedAt } from '../../test/calibrated-at.ts';
import { runText } from '../../test/run-text.ts';

vi.setConfig({ testTimeout: 60_000 });

let ivr: MockIvr;

beforeAll(async () => {
  ivr = await startMockIvr();
});

afterAll(() => ivr.close());

const hasVoice = hasPrograms('flite');

function suiteText(user: string, steps: string[]): string {
  const configuration = {
    syntax: 2,
    platform: 'phone',
    channel: { kind: 'phone', to: ivr.uriOf(user), quietMs: 900 },
    replyTimeout: 6,
  };
  return [
    `configuration: ${JSON.stringify(configuration)}`,
    ['- test: A', ...steps].join('\n'),
  ].join('\n---\n');
}

async function call(user: string, steps: string[], text = 'words', confidence = 1) {
  const speech = createSpeech({
    calibration: calibratedAt(0.5),
    speak: async () => new Int16Array(1600),
    transcribe: async () => ({ text, confidence }),
  });
  const suite = suiteText(user, steps);
  const { result } = await runText(suite, {
    phone: { allow: ['sip:*@127.0.0.1*'], trunks: [], callMsMax: 120_000, speech },
  });
  const [test] = result.tests;
  const failure = test?.failure ?? test?.steps.find((step) => step.failure)?.failure;
  return { outcome: test?.outcome, failure, steps: test?.steps ?? [] };
}

describe.concurrent('a line', () => {
  it('is only classified in steps that ask, since other calls need the processor', async () => {
    const { steps } = await call('busy-tone', ['- $DIAL:', '    - line is: busy', '- $PAUSE 1']);
    const classified = steps.map(({ reply, silence }) => (reply ?? silence)?.voice?.line);
    expect(classified).toEqual([expect.anything(), undefined]);
  });

  it('that is busy is recognized by its tones', async () => {
    const busy = await call('busy-tone', ['- $DIAL:', '    - line is: busy'], '');
    expect(busy.failure).toBeUndefined();
    expect(busy.outcome).toBe('passed');
    const other = await call('busy-tone', ['- $DIAL:', '    - line is: ringing']);
    expect(other.outcome).toBe('failed');
    expect(other.failure?.message).toMatch(/^Expected line is ringing, heard busy \(\d+%\)/);
  });

  it.skipIf(!hasVoice)('that is out of service is told by its tones', async () => {
    const { outcome, failure } = await call('not-in-service', [
      '- $DIAL:',
      '    - line is: information tones',
      '    - line is not: voicemail',
    ]);
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
  });

  it('that is a fax is recognized', async () => {
    const { outcome } = await call('fax', ['- $DIAL:', '    - line is: fax'], '');
    expect(outcome).toBe('passed');
  });

  it('that plays music is no menu', async () => {
    const steps = (check: string) => ['- $DIAL:', `    - ${check}`];
    expect(await call('music', steps('line is: hold music'))).toMatchObject({ outcome: 'passed' });
    expect(await call('music', steps('line is: busy'))).toMatchObject({ outcome: 'failed' });
    expect(await call('music', steps('line is not: busy'))).toMatchObject({ outcome: 'failed' });
  });

  it.skipIf(!hasVoice)('that is a recorder is one by words, beep and silence', async () => {
    const words = 'you have reached the voicemail of acme please leave a message after the tone';
    const check = ['- $DIAL:', '    - line is: voicemail'];
    const run = await call('voicemail', check, words);
    expect(run.failure).toBeUndefined();
    expect(run.outcome).toBe('passed');
    const not = await call('voicemail', ['- $DIAL:', '    - line is not: voicemail'], words);
    expect(not.outcome).toBe('failed');
    const unsure = await call('voicemail', check, words, 0.2);
    expect(unsure.outcome).toBe('undecided');
  });

  it.skipIf(!hasVoice)('that is a menu is no recorder', async () => {
    const words = 'for your balance press one to leave a message press two';
    const { outcome, failure } = await call(
      'bank',
      [
        '- $DIAL:',
        '    - line is: menu',
        '    - line is not: voicemail',
        '    - line is not: early media',
      ],
      words,
    );
    expect(failure).toBeUndefined();
    expect(outcome).toBe('passed');
    const wrong = await call('bank', ['- $DIAL:', '    - line is: voicemail'], words);
    expect(wrong.outcome).toBe('failed');
  });
});
