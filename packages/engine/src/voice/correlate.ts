/** Correlates two sounds at many delays at once, by fast Fourier transforms. Pure. */

/** Samples of a transform, a power of two: about four seconds. */
export const correlatedSamples = 32_768;

/**
 * @param theirs at least as long as `ours` and the largest delay together
 * @returns for each delay up to `delays`, the sum of products of `ours` and `theirs` shifted by it
 */
export function correlate(theirs: Float32Array, ours: Float32Array, delays: number): Float64Array {
  const one = transform(theirs);
  const other = transform(ours);
  const real = new Float64Array(correlatedSamples);
  const imaginary = new Float64Array(correlatedSamples);
  for (let bin = 0; bin < correlatedSamples; bin++) {
    const [a, b] = [one.real[bin] ?? 0, one.imaginary[bin] ?? 0];
    const [c, d] = [other.real[bin] ?? 0, other.imaginary[bin] ?? 0];
    real[bin] = a * c + b * d;
    // Conjugated, so that the same transform leads back.
    imaginary[bin] = -(b * c - a * d);
  }
  const back = inPlace(real, imaginary);
  return Float64Array.from({ length: delays }, (_, at) => (back.real[at] ?? 0) / correlatedSamples);
}

function transform(samples: Float32Array) {
  const real = new Float64Array(correlatedSamples);
  real.set(samples.subarray(0, correlatedSamples));
  return inPlace(real, new Float64Array(correlatedSamples));
}

const half = correlatedSamples / 2;
const cosines = Float64Array.from({ length: half }, (_, at) => Math.cos((Math.PI * at) / half));
const sines = Float64Array.from({ length: half }, (_, at) => -Math.sin((Math.PI * at) / half));

function inPlace(real: Float64Array, imaginary: Float64Array) {
  reverseBits(real);
  reverseBits(imaginary);
  for (let size = 1; size < correlatedSamples; size *= 2) {
    const stride = half / size;
    for (let from = 0; from < correlatedSamples; from += 2 * size) {
      for (let at = 0; at < size; at++) {
        const cos = cosines[at * stride] as number;
        const sin = sines[at * stride] as number;
        const low = from + at;
        const high = low + size;
        const [x, y] = [real[high] as number, imaginary[high] as number];
        const re = x * cos - y * sin;
        const im = x * sin + y * cos;
        real[high] = (real[low] as number) - re;
        imaginary[high] = (imaginary[low] as number) - im;
        real[low] = (real[low] as number) + re;
        imaginary[low] = (imaginary[low] as number) + im;
      }
    }
  }
  return { real, imaginary };
}

function reverseBits(values: Float64Array): void {
  for (let at = 1, reversed = 0; at < correlatedSamples; at++) {
    let bit = half;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (at >= reversed) continue;
    const kept = values[at] as number;
    values[at] = values[reversed] as number;
    values[reversed] = kept;
  }
}
