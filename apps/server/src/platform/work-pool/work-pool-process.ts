/** A process of work-pool.ts. It executes one task at a time, and exits when the server does. */
import type { PoolAnswer, PoolOrder } from './work-pool.ts';

const say = (answer: PoolAnswer) => process.send?.(answer);

process.on('message', async ({ module, name, input }: PoolOrder) => {
  try {
    const work = (await import(module))[name] as (input: unknown) => unknown;
    say({ type: 'done', value: await work(input) });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    say({ type: 'failed', message, stack });
  }
});
process.on('disconnect', () => process.exit());
say({ type: 'done' });
