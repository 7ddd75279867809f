import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { murmur } from '@parley/mock-ivr/murmur';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSpeech } from '../../speech/create-speech.ts';
import { localSpeechToText } from '../../speech/local/local-speech-to-text.ts';
import type { SpeechToText } from '../../speech/speech.ts';
import { calibratedAt } from '../../test/calibrated-at.ts';
import { runText } from '../../test/run-text.ts';
import { createScriptedLeg } from '../../test/scripted-leg.ts';
import { openPhoneLine } from './phone-line.ts';

const useFakeTimers = () =>
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });

beforeEach(() => void useFakeTimers());

afterEach(() => void vi.useRealTimers());

const frameSamples = 160;
const frameMs = 20;

/** Collects everything that the recognizer receives in a run of these tests against a line. */
async function recognizerInput(
  tests: string,
  line: Int16Array,
  settings = '',
): Promise<Parameters<SpeechToText>> {
  const inputs: Parameters<SpeechToText>[] = [];
  const { trunk, hear, isListenedTo } = createScriptedLeg();
  const speech = createSpeech({
    calibration: calibratedAt(0.5),
    speak: async () => new Int16Array(frameSamples),
    async transcribe(...input) {
      inputs.push(input);
      return { text: 'welcome', confidence: 0.9 };
    },
  });
  const running = runText(
    `configuration:
  platform: phone
  channel: { kind: phone, to: +1 202 456 1111, quietMs: 600${settings} }
  replyTimeout: 2
---
${tests}`,
    { phone: { allow: ['*'], trunks: [trunk], callMsMax: 60_000, speech } },
  );
  let isOver = false;
  void running.finally(() => {
    isOver = true;
  });
  for (let at = 0; !isOver; await setImmediate()) {
    await vi.advanceTimersByTimeAsync(frameMs);
    if (!isListenedTo()) continue;
    const frame = new Int16Array(frameSamples);
    frame.set(line.subarray(at, at + frameSamples));
    hear(frame, performance.now());
    at += frameSamples;
  }
  await running;
  const [input] = inputs;
  if (!input || inputs.length > 1) throw new Error(`It was called ${inputs.length} times.`);
  return input;
}

const line = murmur(900);

const expectations = [
  '- test: A\n- $DIAL: your balance is five dollars',
  '- test: A\n- $DIAL:\n  - prompt === one hundred\n  - transcript ~~ press one',
  '- test: A\n- $DIAL:\n  - prompt != closed\n  - messages[0]: welcome',
  '- test: A\n- $DIAL: /press (one|two)/',
  '- test: B\n- $DIAL:\n  - we are open goto $EXIT',
];

it('the recognizer is given the same to the byte, whatever the suite expects', async () => {
  const asked = await recognizerInput('- test: A\n- $DIAL:', line);
  for (const tests of expectations) expect(await recognizerInput(tests, line)).toEqual(asked);
  expect(await recognizerInput('- test: A\n- $DIAL:', murmur(1200))).not.toEqual(asked);
});

it('the recognizer is given the words that the suite lists for the line, and no others', async () => {
  const [, about] = await recognizerInput(
    '- test: A\n- $DIAL: welcome to Acme',
    line,
    ', vocabulary: [Zebra, Main Street]',
  );
  expect(about).toEqual({
    locale: 'en-US',
    party: expect.any(String),
    vocabulary: ['Zebra', 'Main Street'],
  });
});

it('the recognizer is given the silence before an answer that comes as soon as a key ends', async () => {
  const feed = async (samples: Int16Array) => {
    for (let at = 0; at < samples.length; at += frameSamples) {
      await vi.advanceTimersByTimeAsync(frameMs);
      scripted.hear(samples.slice(at, at + frameSamples), performance.now());
    }
  };
  const silence = new Int16Array(10 * frameSamples);
  const scripted = createScriptedLeg({ press: () => feed(silence) });
  const phone = openPhoneLine(scripted.leg, 60);
  await phone.press('1');
  const until = performance.now() + 5000;
  const heard = phone.hear({ until, cuts: false, quietMs: 600, promptMs: 10_000 });
  await feed(line);
  await feed(new Int16Array(50 * frameSamples));
  const { samples } = (await heard) ?? { samples: silence };
  const quietMs = samples.findIndex((sample) => Math.abs(sample) > 90) / 8;
  expect(quietMs).toBeGreaterThanOrEqual(60);
});

it('the program of the machine is started with the same command and the same files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-recognizer-'));
  const log = join(folder, 'log');
  // Logs its arguments and a hash of all files that it receives.
  const program = `#!/bin/sh
folder=$(dirname "$2")
{ echo "$@" | sed "s#$folder#FOLDER#g"; cd "$folder" && cat * | sha256sum; ls; } >> ${log}
`;
  await writeFile(join(folder, 'pocketsphinx_batch'), program, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  try {
    const started: string[] = [];
    for (const tests of ['- test: A\n- $DIAL:', ...expectations.slice(0, 2)]) {
      const input = await recognizerInput(tests, line);
      vi.useRealTimers();
      await localSpeechToText(...input);
      started.push(await readFile(log, 'utf8'));
      await rm(log);
      useFakeTimers();
    }
    expect(started[0]).toMatch(/^-ctl FOLDER\/names .*\n[0-9a-f]{64} /);
    expect(new Set(started).size).toBe(1);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  }
});
