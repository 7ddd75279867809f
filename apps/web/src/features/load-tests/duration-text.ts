const unitsS: Record<string, number> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 };

/** Parses "90 s", "5 min", "1 h 30 min" or "250 ms" into seconds; undefined for anything else. */
export function readDuration(text: string): number | undefined {
  const parts = [
    ...text
      .trim()
      .toLowerCase()
      .matchAll(/(\d+(?:\.\d+)?)\s*(ms|min|s|m|h)\s*/gy),
  ];
  const length = parts.reduce((sum, [part]) => sum + part.length, 0);
  if (parts.length === 0 || length !== text.trim().length) return undefined;
  const seconds = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitsS[unit ?? ''] ?? 0),
    0,
  );
  return Number(seconds.toFixed(3));
}

/** Formats seconds in the largest unit without a fraction. */
export function printDuration(seconds: number): string {
  if (seconds !== Math.round(seconds)) return `${Math.round(seconds * 1000)} ms`;
  if (seconds > 0 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds > 0 && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}
