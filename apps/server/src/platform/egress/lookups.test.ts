import { expect, it } from 'vitest';
import { createLookups } from './lookups.ts';

const found = [{ address: '192.0.2.1', family: 4 }];

/**
 * Simulates a system with a number of threads, each of which is busy while it looks up a name. Lookups of `.hang` names never
 * end.
 */
function createSystem(threads: number) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  async function lookup(host: string) {
    if (busy >= threads) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
    asked.push(host);
    if (host.endsWith('.hang')) return new Promise<never>(() => {});
    await new Promise(setImmediate);
    busy -= 1;
    waiting.shift()?.();
    return found;
  }
  return { asked, lookup };
}

const names = (count: number, zone: string) =>
  Array.from({ length: count }, (_, at) => `bot${at}.${zone}`);

it('names of one party whose servers never answer leave others their look-ups', async () => {
  for (const threads of [4, 16]) {
    const system = createSystem(threads);
    const lookups = createLookups(system.lookup, threads);
    for (const name of names(20, 'hang'))
      lookups
        .of('noisy')(name)
        .catch(() => {});
    expect(await lookups.of('quiet')('bank.example')).toEqual(found);
    for (const name of names(20, 'example')) expect(await lookups.of('quiet')(name)).toEqual(found);
  }
});

it('two of them leave others theirs as well', async () => {
  const system = createSystem(16);
  const lookups = createLookups(system.lookup, 16);
  for (const party of ['noisy', 'loud'])
    for (const name of names(20, 'hang'))
      lookups
        .of(party)(name)
        .catch(() => {});
  expect(await lookups.of('quiet')('bank.example')).toEqual(found);
});

it('all look-ups together leave a thread to files', async () => {
  const system = createSystem(Infinity);
  const lookups = createLookups(system.lookup, 4);
  for (const party of ['a', 'b', 'c', 'd', 'e'])
    for (const name of names(3, 'hang'))
      lookups
        .of(party)(name)
        .catch(() => {});
  await new Promise(setImmediate);
  expect(system.asked).toHaveLength(3);
});

it('concurrent lookups of a name by one party are combined, and later ones repeated', async () => {
  const system = createSystem(4);
  const lookups = createLookups(system.lookup, 4);
  const ask = () => lookups.of('load')('bank.example');
  await Promise.all(Array.from({ length: 500 }, ask));
  expect(system.asked).toEqual(['bank.example']);
  await ask();
  expect(system.asked).toHaveLength(2);
});

it('a name that cannot be found is an error for all who asked, and is asked for again', async () => {
  let asked = 0;
  const lookups = createLookups(async () => {
    asked += 1;
    throw Object.assign(new Error('There is none.'), { code: 'ENOTFOUND' });
  }, 4);
  const ask = () => lookups.of('a')('none.example');
  const both = await Promise.allSettled([ask(), ask()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask()).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(asked).toBe(2);
});
