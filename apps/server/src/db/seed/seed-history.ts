import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { newId } from '../../platform/security/ids.ts';

export interface HistorySize {
  suites: number;
  days: number;
  /** Number of runs of each suite per day. */
  runsPerDay: number;
  tests: number;
  /** Number of steps in each test. */
  steps: number;
}

/** Maximum number of step rows per statement, which keeps statements short. */
const rowsPerStatement = 200_000;

/**
 * Fills an organization with ended runs for measurements: nine of ten passed, most were started by monitors, and a fifth of the
 * suites are phone suites. SQL statements write everything that the end of a run would write, except events. Uses its own
 * connection without a time limit.
 */
export async function seedHistory(
  databaseUrl: string,
  organizationId: string,
  size: HistorySize,
): Promise<SeededHistory> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // The data is not needed after a crash.
  await client.query('set synchronous_commit = off');
  try {
    return await fill(drizzle(client), organizationId, size);
  } finally {
    await client.end();
  }
}

export interface SeededHistory {
  projectId: string;
  suiteIds: string[];
}

async function fill(
  db: ReturnType<typeof drizzle<Record<string, never>, pg.Client>>,
  organizationId: string,
  { suites, days, runsPerDay, tests, steps }: HistorySize,
): Promise<SeededHistory> {
  const batch = newId();
  const projectId = `${batch}-p`;
  const otherProjectId = `${batch}-q`;
  await db.execute(sql`
    insert into projects (id, organization_id, name, description)
    values (${projectId}, ${organizationId}, 'Hotline', ''), (${otherProjectId}, ${organizationId}, 'Shop', '')`);
  const suiteIds: string[] = [];
  const daysPerStatement = Math.max(1, Math.floor(rowsPerStatement / (runsPerDay * tests * steps)));
  for (let number = 1; number <= suites; number += 1) {
    const suiteId = `${batch}-${number}`;
    const project = number % 2 === 0 ? projectId : otherProjectId;
    const platform = number % 5 === 0 ? 'phone' : 'webchat';
    suiteIds.push(suiteId);
    await db.execute(sql`
      insert into suites (id, organization_id, project_id, name, platform, source, test_count)
      values (${suiteId}, ${organizationId}, ${project}, ${`Suite ${number}`}, ${platform}, ${source}, ${tests})`);
    await db.execute(sql`
      insert into run_numbers (suite_id, organization_id, newest)
      values (${suiteId}, ${organizationId}, ${days * runsPerDay})`);
    for (let first = 0; first < days; first += daysPerStatement) {
      const last = Math.min(days, first + daysPerStatement) - 1;
      await insertRuns(first, last);
      await insertResults(first, last);
    }

    function insertRuns(first: number, last: number) {
      return db.execute(sql`
        insert into runs (id, organization_id, suite_id, number, project_id, suite_name, project_name, platform,
          source, trigger, status, counts, failure_classes, created_at, started_at, finished_at,
          last_seq, is_complete, has_failure_rows)
        select ${idOf}, ${organizationId}, ${suiteId}, (${days}::int - 1 - day) * ${runsPerDay}::int + run, ${project}, ${`Suite ${number}`}, 'Hotline', ${platform},
          ${source}, case when luck % 10 < 8 then 'monitor' when luck % 10 = 8 then 'manual' else 'api' end,
          status, jsonb_build_object('total', ${tests}::int, 'passed', ${tests}::int - (status in ('failed', 'error'))::int,
            'failed', (status = 'failed')::int, 'error', (status = 'error')::int, 'unsure', 0, 'skipped', 0, 'pending', 0),
          case when status = 'failed' then case luck % 3 when 0 then array['silent'] when 1 then array['wrong', 'silent'] else array['wrong'] end
            when status = 'error' then array['network'] else '{}' end,
          at, at, at + make_interval(secs => 5 + luck % 20), 1, true, true
        from (
          select day, run, at, luck, case when luck % 100 < 90 then 'passed' when luck % 100 < 96 then 'failed'
            when luck % 100 < 99 then 'error' else 'cancelled' end as status
          from generate_series(${first}::int, ${last}::int) as day,
            generate_series(1, ${runsPerDay}::int) as run,
            lateral (select date_trunc('milliseconds', date_trunc('day', now()) - make_interval(days => day)
              + make_interval(secs => run * 86000.0 / ${runsPerDay}::int - ${number}::int)) as at) as times,
            lateral (select abs(hashint4(day * 100003 + run * 31 + ${number}::int)) as luck) as dice
        ) as run`);
    }

    async function insertResults(first: number, last: number) {
      const ofThese = sql`run.suite_id = ${suiteId}
        and run.created_at >= date_trunc('day', now()) - make_interval(days => ${last}::int, secs => 60)
        and run.created_at < date_trunc('day', now()) - make_interval(days => ${first}::int - 1, secs => 60)`;
      await db.execute(sql`
        insert into test_results (run_id, test, organization_id, suite_id, name, at, outcome,
          failure_class, duration_ms, attempt, is_quarantined, steps)
        select run.id, test, run.organization_id, run.suite_id, 'Test ' || (test + 1), run.created_at,
          case when run.status in ('failed', 'error') and test = 0 then run.status else 'passed' end,
          case when test = 0 then run.failure_classes[1] end, 5000, 1, false,
          (select jsonb_agg(jsonb_build_object('step', step, 'outcome', 'passed', 'failureClass', null,
            'latencyMs', 80 + abs(hashtext(run.id) + test * 7 + step * 13) % 900,
            'said', 'What does the account cost in the month ' || step,
            'reply', 'The account costs nothing as long as 700 a month come in, otherwise 4.90. ' || abs(hashtext(run.id)) % 3) order by step)
            from generate_series(0, ${steps}::int - 1) as step)
        from runs run, generate_series(0, ${tests}::int - 1) as test where ${ofThese}`);
      await db.execute(sql`
        insert into run_failures (run_id, place, organization_id, suite_id, at, signature, failure_class,
          test_name, title, step, said, expected, got)
        select run.id, 0, run.organization_id, run.suite_id, run.created_at,
          'cause ' || abs(hashtext(run.id)) % 3, run.failure_classes[1], 'Test 1', 'Test 1', 1,
          'What does the account cost?', 'nothing as long as 700 a month come in', 'The account costs 4.90.'
        from runs run where run.status in ('failed', 'error') and ${ofThese}`);
    }
  }
  await insertDays();
  await insertStepDays();
  for (const table of ['runs', 'test_results', 'run_failures', 'run_days', 'step_days'])
    await db.execute(sql.raw(`vacuum analyze ${table}`));
  return { projectId, suiteIds };

  /** Distributes the replies in each latency bucket of a day evenly over the steps. */
  function insertStepDays() {
    return db.execute(sql`
      insert into step_days (organization_id, suite_id, test_name, step, day, platform, trigger, latencies)
      select organization_id, subject, 'Test ' || test, step, day, platform, trigger,
        (select array_agg(ceil(count * 1.0 / ${tests * steps}::int)::int order by place)
          from unnest(latencies) with ordinality as bucket(count, place))
      from run_days, generate_series(1, ${tests}::int) as test, generate_series(0, ${steps}::int - 1) as step
      where organization_id = ${organizationId} and outcome = 'any'
        and subject in (select id from suites where organization_id = ${organizationId})`);
  }

  /** Generates bell-shaped latencies in the buckets that are typical for bots. */
  async function insertDays() {
    const subjects = ['organization_id', 'project_id', 'suite_id'];
    const outcomes = ['status, failure_classes', "'any', '{}'::text[]"];
    for (const [subject, outcome] of subjects.flatMap((one) => outcomes.map((o) => [one, o]))) {
      await db.execute(sql`
        insert into run_days (organization_id, subject, day, platform, trigger, outcome, failure_classes,
          runs, tests_passed, tests_failed, duration_ms, latencies)
        select *, (
          select array_agg(round(counted.runs * ${tests * steps}::int * exp(-((bucket - 36) ^ 2) / 60.0) / 14)::int order by bucket)
          from generate_series(0, 60) as bucket)
        from (
          select organization_id, ${sql.raw(subject ?? '')}, (created_at at time zone 'utc')::date, platform, trigger,
            ${sql.raw(outcome ?? '')}, count(*)::int as runs, count(*)::int * ${tests}::int, 0, count(*) * 15000
          from runs where organization_id = ${organizationId}
          group by 1, 2, 3, 4, 5, 6, 7
        ) as counted`);
    }
  }
}

const source = '---\n- test: Test 1\n- What does the account cost: nothing\n';

const idOf = sql`replace(replace(left(encode(sha256(convert_to(random()::text || run, 'utf8')), 'base64'), 22), '+', '-'), '/', '_')`;
