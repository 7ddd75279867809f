import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { murmur } from '@parley/mock-ivr/murmur';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSpeech } from '../../speech/create-speech.ts';
import { runText } from '../../test/run-text.ts';
import { createScriptedLeg } from '../../test/scripted-leg.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});

afterEach(() => void vi.useRealTimers());

const frameSamples = 160;
const frameMs = 20;

/** Everything that the recognizer is given in a run of these tests against the same line, as text. */
async function recognizerInput(tests: string, line: Int16Array): Promise<string> {
  const inputs: unknown[] = [];
  const { trunk, hear, isListenedTo } = createScriptedLeg();
  const speech = createSpeech({
    confidenceMin: 0.5,
    speak: async () => new Int16Array(frameSamples),
    async transcribe(...input) {
      inputs.push(input);
      return { text: 'welcome', confidence: 0.9 };
    },
  });
  const running = runText(
    `configuration:
  platform: phone
  channel: { kind: phone, to: +1 202 456 1111, quietMs: 600 }
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
  expect(inputs).toHaveLength(1);
  return JSON.stringify(inputs, (_, value) =>
    value instanceof Int16Array ? { length: value.length, sum: sumOf(value) } : value,
  );
}

const sumOf = ({ buffer, byteOffset, byteLength }: Int16Array) =>
  createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');

it('the recognizer is given the same to the byte, whatever the suite expects', async () => {
  const line = murmur(900);
  const asked = await recognizerInput('- test: A\n- $DIAL:', line);
  const expectations = [
    '- test: A\n- $DIAL: your balance is five dollars',
    '- test: A\n- $DIAL:\n  - prompt === one hundred\n  - transcript ~~ press one',
    '- test: A\n- $DIAL:\n  - prompt != closed\n  - messages[0]: welcome',
    '- test: A\n- $DIAL: /press (one|two)/',
    '- test: B\n- $DIAL:\n  - we are open goto $EXIT',
  ];
  for (const tests of expectations) expect(await recognizerInput(tests, line)).toBe(asked);
  expect(await recognizerInput('- test: A\n- $DIAL:', murmur(1200))).not.toBe(asked);
});
