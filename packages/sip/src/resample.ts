import { sampleRate } from './g711.ts';

/**
 * Resamples to the telephone rate. Frequencies above the telephone band are filtered out first, because they would alias into
 * noise.
 */
export function toTelephone(samples: Int16Array, rate: number): Int16Array {
  if (rate === sampleRate) return samples;
  const taps = lowPass(Math.min(0.5, (0.45 * sampleRate) / rate));
  const length = Math.floor((samples.length * sampleRate) / rate);
  const result = new Int16Array(length);
  const half = (taps.length - 1) / 2;
  for (let i = 0; i < length; i++) {
    const centre = Math.round((i * rate) / sampleRate);
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++)
      sum += (taps[tap] ?? 0) * (samples[centre + tap - half] ?? 0);
    result[i] = clamp(sum);
  }
  return result;
}

/** Creates a windowed sinc filter; `cutoff` is relative to the sample rate. */
function lowPass(cutoff: number): number[] {
  const length = 65;
  const middle = (length - 1) / 2;
  const taps = Array.from({ length }, (_, i) => {
    const x = i - middle;
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x);
    return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (length - 1)));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

export const clamp = (sample: number): number =>
  Math.max(-32_768, Math.min(32_767, Math.round(sample)));
