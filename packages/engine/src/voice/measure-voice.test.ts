import { recordingOf } from '@parley/mock-ivr/voice-agent';
import type { VoiceFacts } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { measureVoice, type TurnAudio } from './measure-voice.ts';

const rate = 8;
const second = 1000;

/** Places sounds at these milliseconds in silence of this many seconds. */
function leg(seconds: number, ...sounds: [at: number, samples: Int16Array][]): Int16Array {
  const samples = new Int16Array(seconds * second * rate);
  for (const [at, sound] of sounds)
    for (let i = 0; i < sound.length; i++) {
      const place = at * rate + i;
      samples[place] = (samples[place] ?? 0) + (sound[i] ?? 0);
    }
  return samples;
}

/** A recording without the silence before and after its speech. */
function spoken(name: string, until = Number.POSITIVE_INFINITY): Int16Array {
  const samples = recordingOf(name);
  const isLoud = (sample: number) => Math.abs(sample) > 300;
  const from = samples.findIndex(isLoud);
  return samples.slice(from, Math.min(samples.findLastIndex(isLoud), from + until * rate));
}

function withNoise(samples: Int16Array, amplitude: number): Int16Array {
  let seed = 3;
  return samples.map((sample) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.max(-32_768, Math.min(32_767, sample + amplitude * (seed / 0x3fffffff - 1)));
  });
}

const cancel = spoken('cancel');
const cancelMs = cancel.length / rate;
const reply = spoken('reply');

const measure = (
  audio: Partial<TurnAudio> & Pick<TurnAudio, 'heard' | 'said'>,
): Promise<VoiceFacts> =>
  measureVoice({
    displacedMs: 0,
    fromMs: 0,
    toMs: audio.heard.length / rate,
    awaitedMs: undefined,
    promptsMs: [],
    lostMs: 0,
    quietMs: 1200,
    ...audio,
  });

const around = (ms: number, by = 40) =>
  expect.toSatisfy((value: number) => Math.abs(value - ms) <= by);

describe('the response time', () => {
  it('is the time from the end of our speech to the start of theirs', async () => {
    const replyAt = 500 + Math.round(cancelMs) + 900;
    const { response, deadAir, overlap } = await measure({
      said: leg(6, [500, cancel]),
      heard: leg(6, [replyAt, reply]),
      promptsMs: [replyAt + 60],
    });
    expect(response).toMatchObject({ ms: around(900), errorMs: 40 });
    expect(deadAir).toMatchObject({ ms: around(900) });
    expect(overlap).toMatchObject({ ms: 0 });
  });

  it('is not measured up to a tone that comes before the words', async () => {
    const tone = Int16Array.from({ length: 400 * rate }, (_, i) => 8000 * Math.sin(i * 0.8));
    const toneAt = 500 + Math.round(cancelMs) + 300;
    const replyAt = toneAt + 2500;
    const { response } = await measure({
      said: leg(7, [500, cancel]),
      heard: leg(7, [toneAt, tone], [replyAt, reply]),
      promptsMs: [replyAt + 40],
    });
    expect(response).toEqual({ unknown: expect.stringContaining('Something else than speech') });
  });

  it('is unknown if they were speaking when we finished', async () => {
    const { response, overlap } = await measure({
      said: leg(8, [500, cancel]),
      heard: leg(8, [200, spoken('greeting')]),
      promptsMs: [520 + cancelMs],
    });
    expect(response).toEqual({ unknown: expect.stringContaining('They were speaking') });
    expect(overlap).toMatchObject({ ms: around(cancelMs, 60) });
  });

  it('is as long as the wait if nobody answers', async () => {
    const { response, deadAir } = await measure({ said: leg(6, [500, cancel]), heard: leg(6) });
    const waited = { ms: around(5500 - cancelMs), isAtLeast: true };
    expect(response).toMatchObject(waited);
    expect(deadAir).toMatchObject(waited);
  });

  it('is unknown in a step in which nothing is said', async () => {
    const { response } = await measure({
      said: leg(4),
      heard: leg(4, [900, reply]),
      promptsMs: [950],
    });
    expect(response).toEqual({ unknown: expect.stringContaining('Nothing was said') });
  });

  it('becomes less certain with lost packets and packets that left late', async () => {
    const { response } = await measure({
      said: leg(6, [500, cancel]),
      heard: leg(6, [3000, reply]),
      promptsMs: [3000],
      lostMs: 60,
      displacedMs: 25,
    });
    expect(response).toMatchObject({ errorMs: 125 });
  });
});

describe('noise', () => {
  it('is not taken for speech, and widens the error', async () => {
    const { response, snrDb } = await measure({
      said: leg(6, [500, cancel]),
      heard: withNoise(leg(6, [3000, reply]), 500),
      promptsMs: [3000],
    });
    expect(snrDb).toBeLessThan(30);
    expect(response).toMatchObject({ ms: around(2500 - cancelMs, 100), errorMs: 200 });
  });

  it('leaves everything unknown where it is too loud', async () => {
    const { response, deadAir, overlap } = await measure({
      said: leg(6, [500, cancel]),
      heard: withNoise(leg(6, [3000, reply]), 5000),
      promptsMs: [3000],
    });
    for (const figure of [response, deadAir, overlap])
      expect(figure).toEqual({ unknown: expect.stringContaining('noisy') });
  });

  it('leaves it unknown if somebody could be hidden in it', async () => {
    const { response } = await measure({
      said: leg(6, [500, cancel]),
      heard: withNoise(leg(6), 2000),
    });
    expect(response).toEqual({ unknown: expect.stringContaining('noisy') });
  });
});

describe('dead air', () => {
  it('is found within a reply, too, but not after it', async () => {
    const { deadAir } = await measure({
      said: leg(12, [0, cancel]),
      heard: leg(12, [2000, spoken('reply', 800)], [6000, spoken('reply', 800)]),
      promptsMs: [2000],
      toMs: 8100,
    });
    expect(deadAir).toMatchObject({ ms: around(3200), fromMs: around(2800), toMs: around(6000) });
  });

  it('does not count our own silence before we speak', async () => {
    const { deadAir } = await measure({
      said: leg(9, [4000, cancel]),
      heard: leg(9, [4500 + Math.round(cancelMs), reply]),
      promptsMs: [4500 + cancelMs],
    });
    expect(deadAir).toMatchObject({ ms: around(500) });
  });
});

describe('dead air in a step in which we say nothing', () => {
  it('lasts from its beginning until they speak', async () => {
    const { deadAir } = await measure({
      said: leg(20),
      heard: leg(20, [15_000, reply]),
      promptsMs: [15_040],
    });
    expect(deadAir).toMatchObject({ ms: around(15_000) });
  });

  it('lasts from the end of what was said before, which an earlier step heard', async () => {
    const { deadAir } = await measure({
      said: leg(9),
      heard: leg(9, [200, spoken('reply', 800)], [5000, reply]),
      promptsMs: [5040],
      fromMs: 2200,
    });
    expect(deadAir).toMatchObject({ ms: around(4000) });
  });

  it('is at least the whole step if nobody speaks', async () => {
    const { deadAir } = await measure({ said: leg(20), heard: leg(20) });
    expect(deadAir).toMatchObject({ ms: around(20_000), isAtLeast: true });
  });
});

describe('dead air at the end of a turn', () => {
  const silentFrom = 500 + Math.round(cancelMs);

  it('is not ended by a sound that was no prompt', async () => {
    const click = spoken('reply', 80);
    const { deadAir } = await measure({
      said: leg(20, [500, cancel]),
      heard: leg(20, [silentFrom + 850, click]),
    });
    expect(deadAir).toMatchObject({ isAtLeast: true });
    expect(deadAir).toMatchObject({ ms: around(20_000 - silentFrom - 930, 60) });
  });

  it('counts after a prompt if it is longer than the silence that ends a turn', async () => {
    const { deadAir } = await measure({
      said: leg(20, [500, cancel]),
      heard: leg(20, [silentFrom + 500, spoken('reply', 800)]),
      promptsMs: [silentFrom + 540],
    });
    expect(deadAir).toMatchObject({ ms: around(20_000 - silentFrom - 1300, 60), isAtLeast: true });
  });
});

it('keeps 500 stretches of speech of a side, and measures all of them', async () => {
  const word = spoken('reply', 100);
  const words = Array.from({ length: 510 }, (_, at): [number, Int16Array] => [400 * at, word]);
  const { theirs, deadAir } = await measure({
    said: leg(240),
    heard: leg(240, ...words, [235_000, word]),
    awaitedMs: 0,
  });
  expect(theirs).toHaveLength(500);
  expect(deadAir).toMatchObject({ toMs: around(235_000) });
});

describe('an echo of our own audio', () => {
  const level = (samples: Int16Array, by: number) => samples.map((sample) => sample * by);

  it.each([
    [0.5, 30],
    [0.3, 140],
    [0.1, 300],
    [0.25, 490],
  ])('of a strength of %d after %d ms is not their speech', async (strength, delay) => {
    const { theirs, echo, echoMs, response } = await measure({
      said: leg(6, [500, cancel]),
      heard: leg(6, [500 + delay, level(cancel, strength)], [3500, reply]),
      promptsMs: [3500],
    });
    expect(echo).toBeDefined();
    expect(echoMs).toBe(delay);
    expect(theirs).toHaveLength(1);
    expect(theirs[0]?.[0]).toEqual(around(3500));
    expect(response).toMatchObject({ ms: around(3000 - cancelMs) });
  });

  it('is followed when its delay changes by a packet', async () => {
    const half = Math.floor(cancel.length / 2);
    const [one, two] = [cancel.slice(0, half), cancel.slice(half)].map((part) => level(part, 0.3));
    const { theirs, echo } = await measure({
      said: leg(6, [500, cancel]),
      heard: leg(
        6,
        [640, one as Int16Array],
        [660 + half / rate, two as Int16Array],
        [3500, reply],
      ),
      promptsMs: [3500],
    });
    expect(theirs).toHaveLength(1);
    expect(echo?.at(-1)?.[1]).toEqual(around(660 + cancelMs, 60));
  });

  it('does not hide speech at the same time', async () => {
    const greeting = spoken('greeting', 4000);
    const { theirs } = await measure({
      said: leg(6, [1500, cancel]),
      heard: leg(6, [200, greeting], [1640, level(cancel, 0.3)]),
    });
    expect(theirs[0]?.[0]).toEqual(around(200));
    expect(theirs.at(-1)?.[1]).toEqual(around(200 + greeting.length / rate, 60));
  });

  it('is not seen in the speech of somebody else', async () => {
    for (const said of ['cancel', 'mhm', 'reply'])
      for (const heard of ['greeting', 'reply', 'cancel'])
        if (said !== heard) {
          const { echo } = await measure({
            said: leg(6, [500, spoken(said)]),
            heard: leg(6, [600, spoken(heard, 3000)]),
          });
          expect([said, heard, echo]).toEqual([said, heard, undefined]);
        }
  });
});

describe('what follows after we speak while they do', () => {
  const greeting = spoken('greeting');
  const reply = spoken('reply');
  const said = (kind: 'interrupt' | 'backchannel', name: string, at = 2000) => {
    const samples = spoken(name);
    const toMs = at + samples.length / rate;
    return {
      leg: leg(14, [at, samples]),
      toMs,
      interjection: { kind, text: name, fromMs: at - 10, toMs: toMs + 10 },
    };
  };
  const interruption = said('interrupt', 'cancel');
  const backchannel = said('backchannel', 'mhm');

  it.each([
    ['at once', 2400, 400],
    ['late', 4500, 2500],
    ['never', 200 + greeting.length / rate, greeting.length / rate - 1800],
  ])('is the end of their speech: they stop %s', async (_, until, ms) => {
    const { yields, interjection, overlap } = await measure({
      said: interruption.leg,
      heard: leg(14, [200, greeting.slice(0, (until - 200) * rate)], [9000, reply]),
      interjection: interruption.interjection,
    });
    expect(yields).toMatchObject({ ms: around(ms, 60) });
    expect(yields).not.toHaveProperty('resumedAfterMs');
    expect(interjection).toMatchObject({
      text: 'cancel',
      span: [around(2000), around(interruption.toMs)],
    });
    expect(overlap).toMatchObject({ ms: around(Math.min(until, interruption.toMs) - 2000, 80) });
  });

  it('is no stop if they only take a breath while we speak', async () => {
    const { yields } = await measure({
      said: interruption.leg,
      heard: leg(14, [200, greeting.slice(0, 2100 * rate)], [2700, greeting.slice(2100 * rate)]),
      interjection: interruption.interjection,
    });
    expect(yields).toMatchObject({ ms: around(300, 60), resumedAfterMs: around(400, 60) });
  });

  it('is open if the call ended before they were silent, whoever ended it', async () => {
    const { yields } = await measure({
      said: interruption.leg.slice(0, 2600 * rate),
      heard: leg(14, [200, greeting]).slice(0, 2600 * rate),
      interjection: interruption.interjection,
    });
    expect(yields).toMatchObject({ isAtLeast: true });
  });

  it('leaves the response unknown if they speak on too soon to have listened', async () => {
    const pauseAt = Math.round(interruption.toMs) - 150;
    const { response } = await measure({
      said: interruption.leg,
      heard: leg(
        14,
        [200, greeting.slice(0, (pauseAt - 200) * rate)],
        [pauseAt + 364, greeting.slice((pauseAt - 200) * rate)],
      ),
      promptsMs: [pauseAt + 364],
      interjection: interruption.interjection,
    });
    expect(response).toEqual({ unknown: expect.stringContaining('They were speaking') });
  });

  it('is unknown if they were not speaking when we began', async () => {
    for (const heard of [
      leg(14),
      leg(14, [100, greeting.slice(0, 1000 * rate)]),
      leg(14, [4000, reply]),
    ]) {
      const { yields } = await measure({
        said: interruption.leg,
        heard,
        interjection: interruption.interjection,
      });
      expect(yields).toEqual({ unknown: expect.stringContaining('not speaking when we began') });
    }
  });

  it('is their speech and not our echo, which goes on', async () => {
    const echo = spoken('cancel').map((sample) => sample * 0.3);
    const { yields } = await measure({
      said: interruption.leg,
      heard: leg(14, [200, greeting.slice(0, 2200 * rate)], [2140, echo]),
      interjection: interruption.interjection,
    });
    expect(yields).toMatchObject({ ms: around(400, 100) });
  });

  it('is nothing after a backchannel if they speak on', async () => {
    const { goesOn } = await measure({
      said: backchannel.leg,
      heard: leg(14, [200, greeting]),
      interjection: backchannel.interjection,
    });
    expect(goesOn).toMatchObject({
      ms: around(200 + greeting.length / rate - backchannel.toMs, 60),
    });
  });

  it('is a stop at a backchannel, even if they say something else later', async () => {
    const { goesOn } = await measure({
      said: backchannel.leg,
      heard: leg(14, [200, greeting.slice(0, 1950 * rate)], [3400, reply]),
      interjection: backchannel.interjection,
    });
    expect(goesOn).toMatchObject({ ms: 0 });
    expect(goesOn).not.toHaveProperty('resumedAfterMs');
  });

  it('is not our echo that seems to go on after a backchannel', async () => {
    const echo = spoken('mhm').map((sample) => sample * 0.3);
    const { goesOn } = await measure({
      said: backchannel.leg,
      heard: leg(14, [200, greeting.slice(0, 1900 * rate)], [2400, echo]),
      interjection: backchannel.interjection,
    });
    expect(goesOn).toMatchObject({ ms: 0 });
  });

  it('is open if the turn ended while they were speaking', async () => {
    const { goesOn } = await measure({
      said: backchannel.leg,
      heard: leg(14, [200, greeting]),
      interjection: backchannel.interjection,
      toMs: backchannel.toMs + 500,
    });
    expect(goesOn).toMatchObject({ ms: around(500), isAtLeast: true });
  });
});
