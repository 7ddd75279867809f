/** Removes call progress tones: ringing, busy, the three tones before an announcement. */
import { sampleRate } from '@parley/sip';
import { spectrumOf, spectrumSamples } from '../../sound/spectrum.ts';

const frameSamples = 160;
/** Minimum share of the energy in the two strongest frequencies of a tone. */
const toneShare = 0.9;
const toneMs = 240;
const peakBins = 2;
const quietest = 90;

/** Returns the sound with silence in place of each steady tone of one or two frequencies. */
export function withoutTones(samples: Int16Array): Int16Array {
  const kept = samples.slice();
  const framesMin = (toneMs * sampleRate) / 1000 / frameSamples;
  let begin = 0;
  let bin = Number.NaN;
  let frames = 0;
  const silence = () => {
    if (frames >= framesMin)
      kept.fill(
        0,
        Math.max(0, begin - spectrumSamples / 2),
        begin + frames * frameSamples + spectrumSamples,
      );
  };
  for (let at = 0; at + spectrumSamples <= samples.length; at += frameSamples) {
    const tone = toneIn(samples.subarray(at, at + spectrumSamples));
    if (tone !== undefined && Math.abs(tone - bin) <= 1) {
      frames += 1;
      continue;
    }
    silence();
    begin = at;
    bin = tone ?? Number.NaN;
    frames = tone === undefined ? 0 : 1;
  }
  silence();
  return kept;
}

/** Returns the bin of the stronger frequency; undefined if the sound is not a tone. */
function toneIn(samples: Int16Array): number | undefined {
  const power = spectrumOf(samples).map((amplitude) => amplitude * amplitude);
  const energy = sumOf(power, 0, power.length);
  // The energy of the quietest sine, seen through the window of the spectrum.
  if (energy < (quietest * quietest * spectrumSamples * spectrumSamples) / 16) return undefined;
  const first = strongest(power);
  const ofFirst = takePeak(power, first);
  const ofSecond = takePeak(power, strongest(power));
  return ofFirst + ofSecond > toneShare * energy ? first : undefined;
}

function strongest(power: Float64Array): number {
  let best = 0;
  for (let bin = 1; bin < power.length; bin++)
    if ((power[bin] ?? 0) > (power[best] ?? 0)) best = bin;
  return best;
}

function takePeak(power: Float64Array, bin: number): number {
  const from = Math.max(0, bin - peakBins);
  const to = Math.min(power.length, bin + peakBins + 1);
  const taken = sumOf(power, from, to);
  power.fill(0, from, to);
  return taken;
}

function sumOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += values[at] ?? 0;
  return sum;
}
