/** Divides samples into `parts` equal parts and returns the peak of each, 0 to 1, for drawing a waveform. */
export function peaksOf(samples: Float32Array, parts: number): number[] {
  const length = samples.length / parts;
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor(part * length);
    const to = Math.max(from + 1, Math.floor((part + 1) * length));
    let peak = 0;
    for (let at = from; at < to && at < samples.length; at += 1)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return Math.min(1, peak);
  });
}
