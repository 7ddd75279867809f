import { register } from 'prom-client';

/** Returns how many tasks this process's pools have completed. */
export async function doneInPool(): Promise<number> {
  const metric = await register.getSingleMetric('parley_pool_work_total')?.get();
  const works = metric?.values.filter(({ labels }) => labels.outcome === 'done') ?? [];
  return works.reduce((sum, { value }) => sum + value, 0);
}
