/** Names are compared without case and accents. Wanted texts are never patterns, so `%` is a character like others. */
import type { RunStatus } from '@parley/contract';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { memberships } from '../../db/schema/organizations.ts';
import { projects } from '../../db/schema/projects.ts';
import { runs } from '../../db/schema/runs.ts';
import { suites } from '../../db/schema/suites.ts';
import { users } from '../../db/schema/users.ts';
import type { Scope } from '../../platform/database/scope.ts';

/** Most names of each kind in one answer. */
const foundMax = 8;

/** Names of a kind that are searched; of more, those that changed last. */
const searchedMax = 20_000;

/** Latest runs that are searched. */
const searchedRunsMax = 500;

type Row<T> = T & Record<string, unknown>;

interface Named {
  id: string;
  name: string;
}

export async function findProjects(scope: Scope, words: string[]): Promise<Named[]> {
  const { rows } = await scope.db.execute<Row<Named>>(sql`
    select id, name from (
      select ${projects.id} as id, ${projects.name} as name, ${plain(projects.name)} as plain
      from ${projects}
      where ${projects.organizationId} = ${scope.organizationId}
      order by ${projects.modifiedAt} desc limit ${searchedMax}
    ) named
    where ${holdsAll(words)} order by ${bestFirst(words)} limit ${foundMax}`);
  return rows;
}

export interface FoundSuite extends Named {
  projectName: string;
}

export async function findSuites(
  scope: Scope,
  words: string[],
  { isMonitoring = false } = {},
): Promise<FoundSuite[]> {
  const { rows } = await scope.db.execute<Row<FoundSuite>>(sql`
    select found.id, found.name, ${projects.name} as "projectName"
    from (
      select id, name, project_id, row_number() over (order by ${bestFirst(words)}) as place
      from (
        select ${suites.id} as id, ${suites.name} as name, ${suites.projectId} as project_id,
          ${plain(suites.name)} as plain
        from ${suites}
        where ${suites.organizationId} = ${scope.organizationId}
          ${isMonitoring ? sql`and ${suites.isMonitoring}` : sql``}
        order by ${suites.modifiedAt} desc limit ${searchedMax}
      ) named
      where ${holdsAll(words)} order by place limit ${foundMax}
    ) found
    join ${projects} on ${projects.id} = found.project_id
    order by found.place`);
  return rows;
}

export interface FoundMember extends Named {
  email: string;
}

/** Members by name or email. */
export async function findMembers(scope: Scope, words: string[]): Promise<FoundMember[]> {
  const { rows } = await scope.db.execute<Row<FoundMember>>(sql`
    select id, name, email from (
      select ${users.id} as id, ${users.name} as name, ${users.email} as email,
        ${plain(sql`${users.name} || ' ' || ${users.email}`)} as plain
      from ${memberships} join ${users} on ${users.id} = ${memberships.userId}
      where ${memberships.organizationId} = ${scope.organizationId}
      limit ${searchedMax}
    ) named
    where ${holdsAll(words)} order by ${bestFirst(words)} limit ${foundMax}`);
  return rows;
}

export interface FoundRun {
  id: string;
  suiteName: string;
  number: number | null;
  label: string | null;
  environment: string | null;
  status: RunStatus;
  at: string;
}

/** The latest runs by suite, number and label, newest first. */
export async function findRuns(scope: Scope, words: string[]): Promise<FoundRun[]> {
  const { rows } = await scope.db.execute<Row<FoundRun>>(sql`
    select id, suite_name as "suiteName", number, label, environment, status,
      to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from (
      select id, suite_name, number, label, environment, status, created_at,
        ${plain(sql`${runs.suiteName} || coalesce(' #' || ${runs.number}, '') || ' ' || coalesce(${runs.label}, '')`)} as plain
      from ${runs}
      where ${runs.organizationId} = ${scope.organizationId}
      order by ${runs.createdAt} desc, ${runs.id} desc limit ${searchedRunsMax}
    ) latest
    where ${holdsAll(words)} order by created_at desc, id desc limit ${foundMax}`);
  return rows;
}

/** A name in lower case without accents. Most names are plain ASCII, for which this is several times as fast. */
function plain(name: AnyColumn | SQL): SQL<string> {
  return sql<string>`case when octet_length(${name}) = char_length(${name})
    then lower(${name} collate "C")
    else lower(regexp_replace(normalize(${name}, NFKD), ${combiningMarks}, '', 'g') collate "und-x-icu") collate "C"
  end`;
}

const combiningMarks = '[\u0300-\u036f]';

const wanted = (word: string): SQL => sql`(${plain(sql`${word}::text`)})`;

function holdsAll(words: string[]): SQL {
  return sql.join(
    words.map((word) => sql`strpos(plain, ${wanted(word)}) > 0`),
    sql` and `,
  );
}

/** Names that begin with the search, those in which each word begins one, then the rest; short ones first. */
function bestFirst(words: string[]): SQL {
  const beginWords = words.map((word) => sql`strpos(${wordStarts}, ' ' || ${wanted(word)}) > 0`);
  return sql`case
      when starts_with(plain, ${wanted(words.join(' '))}) then 0
      when ${sql.join(beginWords, sql` and `)} then 1
      else 2
    end, char_length(plain), plain, id`;
}

/** What words begin behind, besides a space. Few, since names are searched for each of them. */
const punctuation = '-_/.:,(#';

/** A name with a space in front of each word. */
const wordStarts = sql`' ' || translate(plain, ${punctuation}, ${' '.repeat(punctuation.length)})`;
