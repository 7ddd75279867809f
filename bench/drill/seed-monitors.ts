import { lookIntoDatabase } from '@parley/server/testing/look-into-database';

interface SeededMonitors {
  monitors: number;
  config: { everyMinutes?: number; cron?: string; timeZone?: string };
  source: string;
  /** Prefix of suite names and ids. */
  prefix?: string;
  /** Minutes until the monitors are first due. Default: a day. */
  dueAfterMinutes?: number;
}

/** Timeout in milliseconds. Writing ten thousand monitors takes longer than the queries of a request. */
const writeTimeoutMs = 120_000;

/** Creates monitored suites, spread over the organizations. They are not due yet. */
export async function seedMonitors(
  environment: Record<string, string>,
  organizationIds: string[],
  { monitors, config, source, prefix = 'Suite', dueAfterMinutes = 24 * 60 }: SeededMonitors,
): Promise<void> {
  const settings = JSON.stringify(config);
  await lookIntoDatabase(environment, async ({ pool }) => {
    const write = (text: string, values: unknown[] = []) => {
      const question = { text, values, query_timeout: writeTimeoutMs };
      return pool.query(question);
    };
    await write(
      `insert into projects (id, organization_id, name, description)
       select $2 || id, id, $2, '' from organizations where id = any($1)`,
      [organizationIds, prefix],
    );
    await write(
      `insert into suites (id, organization_id, project_id, name, platform, source, test_count,
         is_monitoring, monitoring_config)
       select $6 || n, organization, $6 || organization, $6 || ' ' || n, 'webchat', $2, 1, true, $4
       from generate_series(1, $3) as n,
         lateral (select ($1::text[])[1 + n % $5] as organization) as place`,
      [organizationIds, source, monitors, settings, organizationIds.length, prefix],
    );
    // Mark the monitors as planned, because a suite that has not been planned yet would start immediately.
    await write(
      `insert into monitors (suite_id, organization_id, next_at, planned_at, planned_config)
       select id, organization_id, now() + make_interval(mins => $2), now(), $1 from suites
       on conflict do nothing`,
      [settings, dueAfterMinutes],
    );
    await write('analyze');
  });
}
