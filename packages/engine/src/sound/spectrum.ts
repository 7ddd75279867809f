/** Computes the frequency spectrum of a short piece of sound. */

/** Samples of a spectrum: 64 ms, long enough to distinguish two notes and shorter than a syllable. */
export const spectrumSamples = 512;

/** @returns the amplitude in each bin, from the first 512 samples */
export const spectrumOf: (samples: ArrayLike<number>) => Float64Array =
  createSpectrum(spectrumSamples);

/**
 * Prepares spectra for pieces of one length, with a Hann window and a fast Fourier transform.
 *
 * @param size samples of a piece, a power of two
 * @returns a function that returns the amplitude in each of `size / 2` bins, from sample `from` on; missing samples are silence
 */
export function createSpectrum(
  size: number,
): (samples: ArrayLike<number>, from?: number) => Float64Array {
  const bins = size / 2;
  const window = hann(size);
  const cosines = Float64Array.from({ length: bins }, (_, at) =>
    Math.cos((2 * Math.PI * at) / size),
  );
  const sines = Float64Array.from(
    { length: bins },
    (_, at) => -Math.sin((2 * Math.PI * at) / size),
  );
  const reversed = reversedIndices(size);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);

  function mergeHalves(half: number): void {
    const stride = bins / half;
    for (let from = 0; from < size; from += 2 * half) {
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

  return (samples, from = 0) => {
    imaginary.fill(0);
    for (let at = 0; at < size; at++)
      real[reversed[at] ?? 0] = (samples[from + at] ?? 0) * (window[at] ?? 0);
    for (let half = 1; half < size; half *= 2) mergeHalves(half);
    const amplitudes = new Float64Array(bins);
    for (let bin = 0; bin < bins; bin++) {
      const [re = 0, im = 0] = [real[bin], imaginary[bin]];
      amplitudes[bin] = Math.sqrt(re * re + im * im);
    }
    return amplitudes;
  };
}

/** @returns the Hann window of `size` samples */
function hann(size: number): Float64Array {
  return Float64Array.from(
    { length: size },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (size - 1)),
  );
}

/** Index of each sample before the halves are merged: its index with reversed bits. */
function reversedIndices(size: number): number[] {
  const bits = Math.log2(size);
  return Array.from({ length: size }, (_, place) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit++) turned |= ((place >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
}
