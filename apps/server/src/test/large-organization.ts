/** An organization that contains a lot of everything, for tests that check how much of it one response contains. */
import { runShares } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { type FilledOrganization, fillOrganization } from './filled-organization.ts';
import type { TestApp } from './test-app.ts';

/** Number of copies of each row, length of the suite, and number and length of the replies in the run and the exploration. */
const copies = 150;
const suiteLength = 200_000;
const replies = { count: 12, length: 1_000_000 };

/** Tables whose rows are multiplied, with the columns that have to differ. */
const tables: Record<string, string[]> = {
  projects: ['id', 'name', 'name_key', 'path'],
  suites: ['id', 'name'],
  devices: ['id', 'name', 'name_key'],
  runs: ['id'],
  explorations: ['id', 'name'],
  exclusion_calendars: ['id', 'name', 'name_key'],
  alert_channels: ['id', 'name'],
  quarantines: ['id', 'test'],
  invitations: ['id', 'email', 'token_hash'],
  audit_entries: ['seq'],
  api_keys: ['id', 'hash'],
};

export interface LargeOrganization extends FilledOrganization {
  /** Token of a share link to its run. */
  shareToken: string;
}

export async function fillLargely(app: TestApp, name: string): Promise<LargeOrganization> {
  const filled = await fillOrganization(app, name);
  const { orgId = '', suiteId = '', runId = '', explorationId = '' } = filled.holdings;
  const { db } = app.platform;
  for (const [table, unique] of Object.entries(tables)) await multiply(app, table, orgId, unique);
  const shared = await filled.owner.call(runShares.shareRun, {
    params: { runId },
    body: { days: 1 },
  });
  const said = (length: number) =>
    JSON.stringify({
      type: 'step.finished',
      test: 0,
      step: 0,
      at: 1,
      outcome: 'passed',
      verdicts: [],
      reply: {
        text: 'x'.repeat(length),
        messages: ['x'.repeat(length)],
        buttons: [],
        attachments: [],
        latencyMs: 1,
        payload: null,
      },
    });
  await db.execute(sql`
    insert into exploration_events (exploration_id, seq, event)
    select ${explorationId}, n + 1000, ${said(replies.length / 2)}::jsonb
    from generate_series(1, ${replies.count}) n`);
  await db.execute(
    sql`update explorations set last_seq = ${replies.count + 1000} where id = ${explorationId}`,
  );
  await db.execute(sql`
    insert into run_events (run_id, first_seq, last_seq, lines)
    select ${runId}, n + 1000, n + 1000, ${said(replies.length / 2)}
    from generate_series(1, ${replies.count}) n`);
  await db.execute(sql`
    update runs set last_seq = ${replies.count + 1000}, status = 'passed', finished_at = now(),
      is_complete = true where id = ${runId}`);
  await db.execute(sql`
    update suites set source = source || '#' || repeat('x', ${suiteLength}) where id = ${suiteId}`);
  return { ...filled, shareToken: new URL(shared.body.url).hash.slice(1) };
}

async function multiply(
  app: TestApp,
  table: string,
  organizationId: string,
  unique: string[],
): Promise<void> {
  const { rows: columns } = await app.platform.db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'
          and coalesce(column_default, '') not like 'nextval%'`,
  );
  const names = columns.map(({ name }) => name);
  const changes = unique
    .filter((column) => names.includes(column))
    .map((column) => `'${column}', o.${column} || '-' || n`);
  const written = sql.raw(names.map((name) => `"${name}"`).join(', '));
  const read = sql.raw(names.map((name) => `r."${name}"`).join(', '));
  await app.platform.db.execute(sql`
    insert into ${sql.identifier(table)} (${written})
    select ${read} from ${sql.identifier(table)} o,
      generate_series(1, ${sql.raw(String(copies))}) n,
      jsonb_populate_record(o, jsonb_build_object(${sql.raw(changes.join(', '))})) r
    where o.ctid = (
      select ctid from ${sql.identifier(table)} where organization_id = ${organizationId} limit 1
    )
    on conflict do nothing`);
}
