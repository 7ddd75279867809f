import { expect, it } from 'vitest';
import { fuzzContract } from './fuzz-contract.ts';
import { startTestApp } from './test-app.ts';

/** A few requests; `npm run drill -- fuzz` sends more requests, with another seed. */
const few = { requests: 500, seed: 20_261_121 };

it('no request makes an endpoint fail, hang or answer in a form of its own', async () => {
  const app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_LOAD_TESTING_FOR: '*' },
  });
  const { complaints, succeeded } = await fuzzContract(app, few);
  await app.close();
  expect(complaints).toEqual([]);
  // Else all of it was refused at the door.
  expect(succeeded.size).toBeGreaterThan(30);
}, 120_000);
