/** Percentiles of response times in milliseconds: half of them are within `p50`, and 95% within `p95`. */
export interface Spread {
  p50: number;
  p95: number;
}

/** Sends requests to both sides alternately, so that other load on the machine affects both equally. */
export async function measureInTurn(
  requests: number,
  ...asks: (() => Promise<{ status: number }>)[]
): Promise<[Spread, Spread]> {
  const durations = asks.map((): number[] => []);
  // The first ten requests warm up caches and are not counted.
  for (let number = -10; number < requests; number += 1) {
    for (const [index, ask] of asks.entries()) {
      const begunAt = performance.now();
      const { status } = await ask();
      if (status !== 200) throw new Error(`The server answered ${status}.`);
      if (number >= 0) durations[index]?.push(performance.now() - begunAt);
    }
  }
  const [small = [], large = []] = durations;
  return [spread(small), spread(large)];
}

function spread(durations: number[]): Spread {
  const sorted = durations.toSorted((a, b) => a - b);
  // Nearest rank: of 20 durations, the 95th percentile is the nineteenth, not the slowest.
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

export function shown({ p50, p95 }: Spread): string {
  return `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
}
