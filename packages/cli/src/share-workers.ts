/**
 * Processes items concurrently, and resolves to the results in the order of the items. Workers are divided among the items:
 * with few items, each gets several workers; with many, each gets one.
 */
export async function shareWorkers<T, R>(
  items: readonly T[],
  workers: number,
  work: (item: T, workersOfItem: number) => Promise<R>,
): Promise<R[]> {
  const width = Math.min(workers, items.length);
  const workersOfItem = Math.floor(workers / Math.max(width, 1));
  const results: R[] = [];
  const rest = items.entries();
  async function workOn() {
    for (const [index, item] of rest) results[index] = await work(item, workersOfItem);
  }
  await Promise.all(Array.from({ length: width }, workOn));
  return results;
}
