/** Computes the loudness of telephone audio over time and pitch, to compare recordings. */
import { sampleRate } from '@parley/sip';
import { createSpectrum } from './spectrum.ts';

/** The level of each band in each frame. */
export interface MelFrames {
  count: number;
  /** In dB, relative to a full-scale sine; row by row, `count` × `melBands`. */
  levels: Float32Array;
}

export const melBands = 20;
/** Milliseconds from one frame to the next. */
export const frameMs = 10;
const hop = (sampleRate * frameMs) / 1000;
/** Samples in a frame: 32 ms. */
const size = 256;
const lowestHz = 300;
const highestHz = 3400;
/** Level of digital silence in dB. */
export const silenceLevel = -100;
/** Amplitude of a full-scale sine in its bin, after a Hann window. */
const fullScale = size / 4;

const spectrumOf = createSpectrum(size);

/**
 * The log-mel spectrum of telephone audio: Hann windows of 32 ms every 10 ms, triangular filters from 300 to 3,400 Hz that are
 * equally wide in mel. Frame `i` is centered on `i × frameMs`.
 *
 * Source: S. B. Davis, P. Mermelstein, "Comparison of parametric representations for monosyllabic word recognition in
 * continuously spoken sentences", IEEE Trans. ASSP 28 (1980), 357–366.
 * @param samples 8,000 per second, -1 to 1
 */
export function melFramesOf(samples: Float32Array): MelFrames {
  const count = Math.ceil(samples.length / hop);
  const levels = new Float32Array(count * melBands);
  for (let frame = 0; frame < count; frame++) {
    const amplitudes = spectrumOf(samples, frame * hop - size / 2);
    for (let band = 0; band < melBands; band++) {
      let power = 0;
      for (const { bin, weight } of filters[band] ?? []) {
        const amplitude = (amplitudes[bin] ?? 0) / fullScale;
        power += weight * amplitude * amplitude;
      }
      const level = power > 0 ? 10 * Math.log10(power) : silenceLevel;
      levels[frame * melBands + band] = Math.max(silenceLevel, level);
    }
  }
  return { count, levels };
}

/** The filters: weight of each bin in each band. */
const filters: { bin: number; weight: number }[][] = filtersOfBands();

function filtersOfBands(): { bin: number; weight: number }[][] {
  const [lowest, highest] = [melOf(lowestHz), melOf(highestHz)];
  const width = (highest - lowest) / (melBands + 1);
  return Array.from({ length: melBands }, (_, band) => {
    const center = lowest + (band + 1) * width;
    return Array.from({ length: size / 2 }, (__, bin) => ({
      bin,
      weight: Math.max(0, 1 - Math.abs(melOf((bin * sampleRate) / size) - center) / width),
    })).filter(({ weight }) => weight > 0);
  });
}

/** The mel scale as 2595 log10(1 + f / 700), with f in Hz. */
function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}
