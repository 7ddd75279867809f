/** For a choice of one of `items`: what is not among them, or not known yet, has no name to show. */
export function idAmong(
  items: readonly { id: string }[] = [],
  wanted: string | null | undefined,
): string | null {
  return items.find(({ id }) => id === wanted)?.id ?? null;
}
