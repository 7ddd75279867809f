/**
 * A voice agent that listens while it speaks. It greets, stops when it is interrupted, and replies once the caller is silent. It
 * understands no words. The number that is called decides how well it behaves:
 *
 *   sip:agent@…          stops half a second after somebody begins to speak, and ignores a short "mhm"
 *   sip:agent-slow@…     stops after two seconds
 *   sip:agent-never@…    speaks on to the end
 *   sip:agent-jumpy@…    stops at the shortest sound
 *   sip:agent-late@…     replies only after a silence of three seconds
 *   sip:agent-mute@…     never says anything
 *
 * `-echo` sends the caller's voice back, and `-noise` adds noise: `sip:agent-slow-echo@…`. `-lossy` loses a tenth of the packets,
 * and `-jittery` delays as many by more than a phone can wait for.
 */
import { readFileSync } from 'node:fs';
import { type Call, parseWav, type SendingConditions } from '@parley/sip';

export interface AgentManners {
  /** Time for which a caller must speak until it stops speaking, in milliseconds; undefined if it never does. */
  stopsAfterMs: number | undefined;
  /** Silence before it replies, in milliseconds. */
  repliesAfterMs: number;
  isMute: boolean;
  echoes: boolean;
  isNoisy: boolean;
  /** What the network does to every tenth packet of the agent. */
  network: 'loses' | 'delays' | undefined;
}

export interface VoiceAgent {
  /** Takes what it hears, and returns what it says at the same time. */
  hear(samples: Int16Array): Int16Array;
}

/** Loads a recording of the agent or of a caller: `greeting`, `reply`, `cancel` or `mhm`. */
export const recordingOf = (name: string): Int16Array => {
  const file = new URL(`../audio/${name}.wav`, import.meta.url);
  return parseWav(readFileSync(file)).channels[0] ?? new Int16Array();
};

/** @returns undefined if the number is not that of an agent */
export function mannersOf(user: string): AgentManners | undefined {
  const [name, ...words] = user.split('-');
  const known = ['slow', 'never', 'jumpy', 'late', 'mute', 'echo', 'noise', 'lossy', 'jittery'];
  if (name !== 'agent' || words.some((word) => !known.includes(word))) return undefined;
  const is = (word: string) => words.includes(word);
  return {
    stopsAfterMs: is('never') ? undefined : is('slow') ? 2000 : is('jumpy') ? 100 : 500,
    repliesAfterMs: is('late') ? 3000 : 600,
    isMute: is('mute'),
    echoes: is('echo'),
    isNoisy: is('noise'),
    network: is('lossy') ? 'loses' : is('jittery') ? 'delays' : undefined,
  };
}

const samplesPerMs = 8;
const loudest = 300;
/** Speech of at least this many milliseconds counts as an interruption. */
const leastMs = 500;
const pauseMs = 300;
const echoSamples = 140 * samplesPerMs;
const echoLevel = 0.25;
const noiseLevel = 1000;

export function createVoiceAgent(manners: AgentManners): VoiceAgent {
  const heard: number[] = [];
  let saying: Int16Array | undefined = manners.isMute ? undefined : recordingOf('greeting');
  let at = 0;
  /** Since the caller began to speak, and since the last sound of it; both in milliseconds. */
  let spokenMs: number | undefined;
  let quietMs = 0;
  let seed = 7;

  function listen(samples: Int16Array): void {
    const ms = samples.length / samplesPerMs;
    if (samples.some((sample) => Math.abs(sample) > loudest)) {
      spokenMs = (spokenMs ?? 0) + quietMs + ms;
      quietMs = 0;
    } else if (spokenMs !== undefined) quietMs += ms;
    if (spokenMs === undefined) return;
    if (saying) maybeStop(spokenMs);
    else if (quietMs >= manners.repliesAfterMs && !manners.isMute) {
      saying = recordingOf('reply');
      at = 0;
      spokenMs = undefined;
      quietMs = 0;
    }
  }

  /** Stops speaking if the caller keeps speaking. Shorter sounds are forgotten. */
  function maybeStop(callerMs: number): void {
    const { stopsAfterMs } = manners;
    if (stopsAfterMs === undefined) return;
    const isInterrupted = callerMs >= Math.min(stopsAfterMs, leastMs);
    if (isInterrupted && callerMs + quietMs >= stopsAfterMs) saying = undefined;
    else if (!isInterrupted && quietMs >= pauseMs) spokenMs = undefined;
  }

  function speak(length: number): Int16Array {
    const samples = new Int16Array(length);
    if (!saying) return samples;
    samples.set(saying.subarray(at, at + length));
    at += length;
    if (at >= saying.length) saying = undefined;
    return samples;
  }

  return {
    hear(samples) {
      listen(samples);
      const said = speak(samples.length);
      heard.push(...samples);
      for (let i = 0; i < said.length; i++) {
        let sum = said[i] ?? 0;
        if (manners.echoes)
          sum += echoLevel * (heard[heard.length - said.length + i - echoSamples] ?? 0);
        if (manners.isNoisy) {
          seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
          sum += noiseLevel * (seed / 0x3fffffff - 1);
        }
        said[i] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
      }
      heard.splice(0, heard.length - 2 * echoSamples);
      return said;
    },
  };
}

/** Holds a call. It says 20 ms for each 20 ms that it hears, so the caller's audio is its clock. */
export function answerAsAgent({ media }: Call, manners: AgentManners): void {
  const agent = createVoiceAgent(manners);
  media.listen({ onAudio: (samples) => void media.play(agent.hear(samples)) });
}

const frameSamples = 160;
/** Longer than the jitter buffer of a phone. */
const delayMs = 90;

/** @returns what happens to the agent's packets; undefined for a good network */
export function conditionsOf({ network }: AgentManners): SendingConditions | undefined {
  if (!network) return undefined;
  let frames = 0;
  return {
    next(of) {
      frames += 1;
      const samples = new Int16Array(frameSamples);
      const from = (of?.index ?? 0) * frameSamples;
      samples.set(of?.samples.subarray(from, from + frameSamples) ?? []);
      const isHit = frames % 10 === 0;
      return {
        clean: samples,
        samples,
        isLost: isHit && network === 'loses',
        delayMs: isHit && network === 'delays' ? delayMs : 0,
      };
    },
  };
}
