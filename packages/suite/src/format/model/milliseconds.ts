/** Parses a time, in the default unit (`perUnit` ms) or with its own: `15`, `15s`, `1500ms`. @returns undefined if invalid */
export function millisecondsOf(text: string, perUnit: number): number | undefined {
  const [, time, unit] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s)?\s*$/.exec(text) ?? [];
  if (time === undefined) return undefined;
  return Math.round(Number(time) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : perUnit));
}
