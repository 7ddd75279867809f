/**
 * R21. Fifty clients concurrently change, clone, run, monitor and delete the same test suites. Every response has an expected
 * status, no row is left without its parent, and stored totals agree with the rows.
 *
 *   npm run drill -- concurrency [--quick] [--rounds REQUESTS_EACH] [--seed N]
 */
import { projects, runs, suites } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { type Cluster, type DatabaseKind, databasesHere } from './drill/cluster.ts';
import { type CountingBot, startCountingBot } from './drill/counting-bot.ts';
import { type Drill, runDrill } from './drill/drill.ts';
import { startOneServer } from './drill/one-server.ts';
import { storeSuite } from './drill/store-suite.ts';

const clients = 50;

await runDrill('concurrency', 'R21', async (drill) => {
  const each = drill.rounds({ full: 60, quick: 4 });
  const bot = await startCountingBot(10);
  drill.defer(() => bot.close());
  for (const database of databasesHere()) await collide(drill, database, each, bot);
});

async function collide(
  drill: Drill,
  database: DatabaseKind,
  each: number,
  bot: CountingBot,
): Promise<void> {
  const { cluster, server, person } = await startOneServer(drill, database, bot);
  const shared = [await storeSuite(person, 'Shared', bot.suite({ tests: 1, steps: 1 }))];
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; turn < each; turn += 1) {
        const name = `Edit ${client} ${turn}`;
        const { status } = await act(drill, person, shared, name, bot);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  await server.process().end('SIGTERM');
  for (const line of server.process().output().split('\n'))
    if (line.includes('A request failed')) console.log(line);

  const name = (figure: string) => `${database} ${figure}`;
  const failed = [...statuses].filter(([status]) => status >= 500);
  drill.note(name('answers by status'), Object.fromEntries(statuses));
  drill.exactly(name('answers of 500 and above'), sum(failed.map(([, count]) => count)), 0);
  drill.atLeast(name('answers of success'), statuses.get(200) ?? 0, 1);
  for (const [figure, count] of Object.entries(await countOrphans(cluster)))
    drill.exactly(name(figure), Number(count), 0);
}

/** Performs a random user action on one of the suites that all clients share. */
async function act(drill: Drill, person: Person, shared: string[], name: string, bot: CountingBot) {
  const suiteId = drill.random.pick(shared);
  const params = { suiteId };
  switch (drill.random.between(1, 8)) {
    case 1: {
      const clone = await person.call(suites.cloneSuite, { params });
      if (clone.status === 201) shared.push(clone.body.id);
      return clone;
    }
    case 2: {
      // Keep the last suites, so that clients have something to collide on.
      if (shared.length < 3) return person.call(suites.getSuite, { params });
      shared.splice(shared.indexOf(suiteId), 1);
      return person.call(suites.deleteSuite, { params });
    }
    case 3:
      return person.call(runs.startRun, { params, body: {} });
    case 4:
      return person.call(suites.setMonitoring, {
        params,
        body: { isMonitoring: drill.random() < 0.5 },
      });
    case 5:
      return person.call(suites.renameSuite, { params, body: { name } });
    case 6: {
      const project = await person.call(projects.createProject, { body: { name } });
      return person.call(suites.moveSuite, { params, body: { projectId: project.body.id } });
    }
    case 7: {
      const { body, status } = await person.call(suites.getSuite, { params });
      const version = status === 200 ? { version: body.version } : {};
      return person.call(suites.updateSuite, {
        params,
        body: { source: bot.suite({ tests: drill.random.between(1, 3), steps: 1 }), ...version },
      });
    }
    default:
      return person.call(suites.updateSuite, { params, body: { description: name } });
  }
}

async function countOrphans({ query }: Cluster): Promise<Record<string, string>> {
  const [row] = await query<Record<string, string>>(`select
    (select count(*) from suites where project_id not in (select id from projects)) as "suites without project",
    (select count(*) from monitors where suite_id not in (select id from suites)) as "monitors without suite",
    (select count(*) from run_events where run_id not in (select id from runs)) as "events without run",
    (select count(*) from monitor_slots where suite_id not in (select id from suites)) as "slots without suite",
    (select count(*) from projects where
      webchat_suites + phone_suites <> (select count(*) from suites where project_id = projects.id)
    ) as "projects with a wrong count"`);
  return row ?? {};
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
