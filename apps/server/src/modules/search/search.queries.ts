/** Searches names, ignoring case and accents. Search texts are not patterns, so `%` is an ordinary character. */
import type { RunStatus, ShownRunStatus } from '@parley/contract';
import { readCounts, shownStatus, type WireCounts } from '@parley/suite';
import { type SQL, sql } from 'drizzle-orm';
import { plainName } from '../../db/name-order.ts';
import { memberships } from '../../db/schema/organizations.ts';
import { projects } from '../../db/schema/projects.ts';
import { runs } from '../../db/schema/runs.ts';
import { suites } from '../../db/schema/suites.ts';
import { users } from '../../db/schema/users.ts';
import { isoTime } from '../../platform/database/iso-time.ts';
import type { Scope } from '../../platform/database/scope.ts';

/** Maximum number of names of each kind in a response. */
const foundMax = 8;

/** Maximum number of names of each kind to search: the most recently changed ones. */
const searchedMax = 20_000;

/** Number of latest runs to search. */
const searchedRunsMax = 500;

type Row<T> = T & Record<string, unknown>;

interface Named {
  id: string;
  name: string;
}

export async function findProjects(scope: Scope, words: string[]): Promise<Named[]> {
  const { rows } = await scope.db.execute<Row<Named>>(sql`
    select id, name from (
      select ${projects.id} as id, ${projects.name} as name, ${plainName(projects.name)} as plain
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
    select id, name, "projectName" from (
      select found.id, found.name, found.plain, ${projects.name} as "projectName"
      from (
        select id, name, plain, project_id from (
          select ${suites.id} as id, ${suites.name} as name, ${suites.projectId} as project_id,
            ${plainName(suites.name)} as plain
          from ${suites}
          where ${suites.organizationId} = ${scope.organizationId}
            ${isMonitoring ? sql`and ${suites.isMonitoring}` : sql``} and ${isSearched(scope)}
          offset 0
        ) named
        where ${holdsAll(words)} order by ${bestFirst(words)} limit ${foundMax}
      ) found
      join ${projects} on ${projects.id} = found.project_id
    ) shown
    order by ${bestFirst(words)}`);
  return rows;
}

/**
 * Condition that a suite is among the `searchedMax` most recently changed. It compares times instead of sorting, because
 * sorting suites with their texts would take longer than the search. `offset 0` next to it keeps PostgreSQL from computing
 * selected values again for each use.
 */
function isSearched({ organizationId }: Scope): SQL {
  return sql`${suites.modifiedAt} >= coalesce((
    select modified_at from ${suites} as newest where newest.organization_id = ${organizationId}
    order by modified_at desc offset ${searchedMax - 1} limit 1), '-infinity')`;
}

/** Separator of test names, which are stored one per line. */
const lineEnd = sql`chr(10)`;

export interface FoundTest {
  suiteId: string;
  suiteName: string;
  name: string;
  /** Position in the suite, starting at 1. */
  place: number;
}

/** Maximum number of matching tests to rank. If there are more, tests of the best-ranked suites are kept. */
const rankedTestsMax = 500;

/**
 * Finds tests by name. Ranks suites by all their test names before ranking single tests, because most searches match many
 * tests.
 */
export async function findTests(scope: Scope, words: string[]): Promise<FoundTest[]> {
  const { rows } = await scope.db.execute<Row<FoundTest>>(sql`
    select ${suites.id} as "suiteId", ${suites.name} as "suiteName", found.place,
      split_part(${suites.testNames}, ${lineEnd}, found.place) as name
    from (
      select id, place, row_number() over (order by ${bestFirst(words)}, place) as rank
      from (
        select id, line.plain, line.place::int as place
        from (
          select id, plain as text from (
            select ${suites.id} as id, ${suites.searchTestNames} as plain, ${suites.modifiedAt} as modified_at
            from ${suites}
            where ${suites.organizationId} = ${scope.organizationId} and ${isSearched(scope)}
            offset 0
          ) named
          where ${holdsAll(words)} order by ${bestText(words)}, modified_at desc, id
          ${words.length === 1 ? sql`limit ${rankedTestsMax}` : sql``}
        ) texts, unnest(string_to_array(text, ${lineEnd})) with ordinality as line (plain, place)
        where ${holdsAll(words, sql`line.plain`)} limit ${rankedTestsMax}
      ) lines
      order by rank limit ${foundMax}
    ) found
    join ${suites} on ${suites.id} = found.id
    order by found.rank`);
  return rows;
}

/**
 * Ranks suites by their test names: first those with a name equal to the search, then those with a name that begins with it,
 * then those in which a word begins with the longest word of the search. This resembles how `bestFirst` ranks single names. The
 * texts are long, so each is searched as stored, and as few times as possible.
 */
function bestText(words: string[]): SQL {
  const whole = wanted(words.join(' '));
  const longest = wanted(words.reduce((a, b) => (b.length > a.length ? b : a)));
  const lines = sql`(${lineEnd} || plain || ${lineEnd})`;
  // With one word, a line that begins with the longest word begins with the search.
  const beginsLine =
    words.length === 1 ? sql`` : sql`or strpos(${lines}, ${lineEnd} || ${longest}) > 0`;
  return sql`case
      when strpos(${lines}, ${lineEnd} || ${whole}) > 0
        then case when strpos(${lines}, ${lineEnd} || ${whole} || ${lineEnd}) > 0 then 0 else 1 end
      when strpos(plain, ' ' || ${longest}) > 0 ${beginsLine} then 2
      else 3
    end`;
}

export interface FoundMember extends Named {
  email: string;
}

/** Finds members by name or email address. */
export async function findMembers(scope: Scope, words: string[]): Promise<FoundMember[]> {
  const { rows } = await scope.db.execute<Row<FoundMember>>(sql`
    select id, name, email from (
      select ${users.id} as id, ${users.name} as name, ${users.email} as email,
        ${plainName(sql`${users.name} || ' ' || ${users.email}`)} as plain
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
  status: ShownRunStatus;
  at: string;
}

/** Finds matches among the latest runs by suite, number and label, newest first. */
export async function findRuns(scope: Scope, words: string[]): Promise<FoundRun[]> {
  const { rows } = await scope.db.execute<
    Row<Omit<FoundRun, 'status'> & { status: RunStatus; counts: WireCounts }>
  >(sql`
    select id, suite_name as "suiteName", number, label, environment, status, counts,
      ${isoTime(sql`created_at`)} as at
    from (
      select id, suite_name, number, label, environment, status, counts, created_at,
        ${plainName(sql`${runs.suiteName} || coalesce(' #' || ${runs.number}, '') || ' ' || coalesce(${runs.label}, '')`)} as plain
      from ${runs}
      where ${runs.organizationId} = ${scope.organizationId}
      order by ${runs.createdAt} desc, ${runs.id} desc limit ${searchedRunsMax}
    ) latest
    where ${holdsAll(words)} order by created_at desc, id desc limit ${foundMax}`);
  return rows.map(({ counts, status, ...run }) => ({
    ...run,
    status: shownStatus(status, readCounts(counts)),
  }));
}

const wanted = (word: string): SQL => sql`(${plainName(sql`${word}::text`)})`;

function holdsAll(words: string[], text = sql`plain`): SQL {
  return sql.join(
    words.map((word) => sql`strpos(${text}, ${wanted(word)}) > 0`),
    sql` and `,
  );
}

/**
 * Sorts names that start with the search first, then names in which every search word starts a word, then the others; shorter
 * names come first.
 */
function bestFirst(words: string[]): SQL {
  return sql`case
      when starts_with(plain, ${wanted(words.join(' '))}) then 0
      when ${beginWords(words)} then 1
      else 2
    end, char_length(plain), plain, id`;
}

/** Characters that can precede a word, besides a space. Kept few, because each search replaces them in every name. */
const punctuation = '-_/.:,(#';

function beginWords(words: string[]): SQL {
  // Replacing each character separately takes a fraction of the time of `translate`, which looks up every character.
  const spaced = [...punctuation].reduce(
    (text, mark) => sql`replace(${text}, ${mark}, ' ')`,
    sql`plain`,
  );
  const starts = sql`' ' || ${spaced}`;
  return sql.join(
    words.map((word) => sql`strpos(${starts}, ' ' || ${wanted(word)}) > 0`),
    sql` and `,
  );
}
