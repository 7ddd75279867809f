/** Value of a choice among `items`, or undefined if it is missing or not loaded. */
export function idAmong(
  items: readonly { id: string }[] = [],
  wanted: string | null | undefined,
): string | null {
  return items.find(({ id }) => id === wanted)?.id ?? null;
}
