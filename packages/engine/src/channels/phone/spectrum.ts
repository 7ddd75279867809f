/** What a short piece of sound is made of: the strength of each of its frequencies. */
/** Samples of a spectrum: 64 ms distinguish two notes and are shorter than a syllable. */
export const spectrumSamples = 512;
const bins = spectrumSamples / 2;

const window = Float64Array.from(
  { length: spectrumSamples },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (spectrumSamples - 1)),
);
const cosines = Float64Array.from({ length: bins }, (_, at) =>
  Math.cos((2 * Math.PI * at) / spectrumSamples),
);
const sines = Float64Array.from(
  { length: bins },
  (_, at) => -Math.sin((2 * Math.PI * at) / spectrumSamples),
);

/** @returns the amplitude at each bin, by a fast Fourier transform */
export function spectrumOf(samples: Int16Array): Float64Array {
  const real = new Float64Array(spectrumSamples);
  const imaginary = new Float64Array(spectrumSamples);
  for (let at = 0; at < spectrumSamples; at++)
    real[reversed[at] ?? 0] = (samples[at] ?? 0) * (window[at] ?? 0);
  for (let size = 2; size <= spectrumSamples; size *= 2) mergeHalves(real, imaginary, size);
  const amplitudes = new Float64Array(bins);
  for (let bin = 0; bin < bins; bin++) {
    const [re = 0, im = 0] = [real[bin], imaginary[bin]];
    amplitudes[bin] = Math.sqrt(re * re + im * im);
  }
  return amplitudes;
}

function mergeHalves(real: Float64Array, imaginary: Float64Array, size: number): void {
  const half = size / 2;
  const stride = spectrumSamples / size;
  for (let from = 0; from < spectrumSamples; from += size) {
    for (let at = 0; at < half; at++) {
      const cos = cosines[at * stride] ?? 0;
      const sin = sines[at * stride] ?? 0;
      const low = from + at;
      const high = low + half;
      const re = (real[high] ?? 0) * cos - (imaginary[high] ?? 0) * sin;
      const im = (real[high] ?? 0) * sin + (imaginary[high] ?? 0) * cos;
      real[high] = (real[low] ?? 0) - re;
      imaginary[high] = (imaginary[low] ?? 0) - im;
      real[low] = (real[low] ?? 0) + re;
      imaginary[low] = (imaginary[low] ?? 0) + im;
    }
  }
}

/** Position of each sample before the halves are merged: its index with reversed bits. */
const bits = Math.log2(spectrumSamples);
const reversed = Array.from({ length: spectrumSamples }, (_, place) => {
  let turned = 0;
  for (let bit = 0; bit < bits; bit++) turned |= ((place >> bit) & 1) << (bits - 1 - bit);
  return turned;
});
