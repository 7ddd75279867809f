/** Processes all items in order, `width` at a time. `work` must handle its own errors. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  async function workOn() {
    for (const item of rest) await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, workOn));
}
