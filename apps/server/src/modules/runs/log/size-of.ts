/** Estimates the length of a value as JSON without serializing it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 5;
  let size = 2;
  for (const [key, inner] of Object.entries(value)) size += sizeOf(inner) + key.length + 4;
  return size;
}
