/**
 * The server is killed with SIGKILL in the middle of twenty runs, again and again, on both databases.
 * Nothing that it acknowledged may be lost or done twice, and every run has to end within 30 s.
 *
 *   npm run drill -- sigkill [--quick] [--rounds N]
 */
import { parseArgs } from 'node:util';
import { startDemoBot } from '@parley/demo-bot';
import { createTestDatabase } from '@parley/server/testing/database-template';
import { freePort } from '@parley/server/testing/free-port';
import { killInTheMiddle, type SigkillOutcome } from '@parley/server/testing/sigkill-round';

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, rounds: { type: 'string' } },
});
const rounds = Number(values.rounds ?? (values.quick ? 2 : 25));
const runs = 20;
/** The kill falls somewhere between the first acknowledged run and the end of the last. */
const killAfterMsMax = 2500;

const postgresql =
  process.env.PARLEY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/test';

const bot = await startDemoBot({ delayMs: 80 });
const embedded = await drill('');
const server = await drill(postgresql).catch((error) => {
  if (error?.code !== 'ECONNREFUSED') throw error;
  console.log('No PostgreSQL answers (PARLEY_TEST_DATABASE_URL): left out.');
  return undefined;
});
await bot.close();

const all = [...embedded, ...(server ?? [])];
const sum = (key: keyof SigkillOutcome) => all.reduce((total, outcome) => total + outcome[key], 0);
const faults = sum('lost') + sum('doubled') + sum('open') + sum('doubledSteps') + sum('withGap');
const isOk = all.length > 0 && faults === 0;
console.log(
  JSON.stringify({
    drill: 'sigkill',
    unit: 'faults',
    rounds: all.length,
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    doubled: sum('doubled'),
    open: sum('open'),
    doubledSteps: sum('doubledSteps'),
    withGap: sum('withGap'),
    interrupted: sum('interrupted'),
    settledMsMax: Math.round(Math.max(...all.map(({ settledMs }) => settledMs))),
    ours: faults,
    limit: 0,
    ok: isOk,
  }),
);
process.exit(isOk ? 0 : 1);

/** `address`: a PostgreSQL, or nothing for the embedded database. */
async function drill(address: string): Promise<SigkillOutcome[]> {
  process.env.PARLEY_TEST_DATABASE_URL = address;
  const outcomes: SigkillOutcome[] = [];
  console.log(`\n${address === '' ? 'Embedded database' : 'PostgreSQL'}, ${rounds} rounds`);
  console.log('kill ms  acknowledged  lost  doubled  open  doubled steps  interrupted  settled s');
  for (let round = 0; round < rounds; round += 1) {
    const database = await createTestDatabase();
    const killAfterMs = Math.round(Math.random() * killAfterMsMax);
    const environment = {
      ...database.environment,
      PORT: String(await freePort()),
      PARLEY_EGRESS_ALLOW: new URL(bot.url).host,
      PARLEY_LOG_LEVEL: 'error',
    };
    const outcome = await killInTheMiddle({ environment, botUrl: bot.url, runs, killAfterMs });
    await database.drop();
    outcomes.push(outcome);
    const { acknowledged, lost, doubled, open, doubledSteps, interrupted, settledMs } = outcome;
    console.log(
      [killAfterMs, acknowledged, lost, doubled, open, doubledSteps, interrupted]
        .map((figure, index) => String(figure).padStart([7, 12, 4, 7, 4, 13, 11][index] ?? 0))
        .join('  ') + (settledMs / 1000).toFixed(1).padStart(11),
    );
  }
  return outcomes;
}
