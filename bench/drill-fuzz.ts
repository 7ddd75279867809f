/**
 * Sends thousands of requests that no regular client would send to every endpoint of the contract, as owner, member, stranger,
 * API key and anonymous caller: hostile texts and numbers, wrong types, extra and missing keys, ids of other organizations,
 * and invalid JSON. None is answered with 500 or takes longer than 30 s. All refusals have the same form, and none reveals
 * internals.
 *
 *   npm run drill -- fuzz [--quick] [--amount REQUESTS] [--seed N]
 */
import { startTestApp } from '@parley/server/testing';
import { fuzzContract } from '@parley/server/testing/fuzz-contract';
import { type DatabaseKind, databasesHere } from './drill/cluster.ts';
import { type Drill, runDrill } from './drill/drill.ts';

await runDrill('fuzz', 'D15', async (drill) => {
  const databases = databasesHere();
  const address = process.env.PARLEY_TEST_DATABASE_URL;
  for (const database of databases) {
    process.env.PARLEY_TEST_DATABASE_URL = database === 'embedded' ? '' : address;
    await fuzz(drill, database);
  }
});

async function fuzz(drill: Drill, database: DatabaseKind): Promise<void> {
  const app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  drill.defer(() => app.close());
  const requests = drill.amount({ full: 20_000, quick: 2_000 });
  const report = await fuzzContract(app, { requests, seed: drill.random.between(1, 2 ** 31 - 1) });
  for (const complaint of report.complaints) console.log(complaint);
  drill.note(`${database} answers by status`, report.statuses);
  drill.note(`${database} endpoints that took something`, report.succeeded.size);
  drill.exactly(`${database} complaints`, report.complaints.length, 0);
}
