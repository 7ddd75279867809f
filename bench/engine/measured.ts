/** The measurements of one process, which it prints as a line of JSON. */
export interface Measurement {
  turns: number;
  wallMs: number;
  /** CPU time per turn in microseconds, excluding process startup. */
  cpuUsPerTurn: number;
  rssMb: number;
  latencyMs: { p50: number; p95: number };
}

/** Measures a loop that returns the latency of each turn. */
export async function measured(loop: () => Promise<number[]>): Promise<void> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const latenciesMs = await loop();
  const { user, system } = process.cpuUsage(before);
  latenciesMs.sort((a, b) => a - b);
  const quantile = (share: number) =>
    Math.round(latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0);
  const measurement: Measurement = {
    turns: latenciesMs.length,
    wallMs: Math.round(performance.now() - startedAt),
    cpuUsPerTurn: (user + system) / latenciesMs.length,
    rssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    latencyMs: { p50: quantile(0.5), p95: quantile(0.95) },
  };
  console.log(JSON.stringify(measurement));
  process.exit();
}
