import type { Member as Person } from '@parley/server/testing/tenant';
import { type Cluster, type DatabaseKind, type Member, startCluster } from './cluster.ts';
import type { CountingBot } from './counting-bot.ts';
import type { Drill } from './drill.ts';
import { type SeededTenant, seedTenants, signIn } from './tenant.ts';

export interface OneServer {
  cluster: Cluster;
  server: Member;
  /** The owner of the only organization, signed in. */
  person: Person;
}

/** Starts one process with all roles and one organization, whose runs can reach the bot. */
export async function startOneServer(
  drill: Drill,
  database: DatabaseKind,
  bot: CountingBot,
): Promise<OneServer> {
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database,
    roles: ['all'],
    reachable: [bot.address],
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [server] = cluster.members;
  if (server === undefined || tenant === undefined) throw new Error('Nothing was started');
  return { cluster, server, person: await signIn(server.url, tenant) };
}
