import { register } from 'prom-client';

/** How many pieces of work the pools of this process have done. */
export async function doneInPool(): Promise<number> {
  const metric = await register.getSingleMetric('parley_pool_work_total')?.get();
  const works = metric?.values.filter(({ labels }) => labels.outcome === 'done') ?? [];
  return works.reduce((sum, { value }) => sum + value, 0);
}
