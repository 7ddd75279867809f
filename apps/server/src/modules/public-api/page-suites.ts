import type { Scope } from '../../platform/database/scope.ts';
import { cutPage, readCursor } from '../../platform/http/cursor.ts';
import { type ListedSuiteRow, listSuitesAfter, type SuitePlace } from '../suites/suites.ts';

type Filter = Omit<Parameters<typeof listSuitesAfter>[1], 'platform'> & {
  platform?: 'webchat' | 'phone' | undefined;
};

/** Lists a page of test suites, sorted by name. */
export async function pageSuites(
  scope: Scope,
  { platform, ...filter }: Filter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: ListedSuiteRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const inFilter = { ...filter, platform: platform ?? ('all' as const) };
  const rows = await listSuitesAfter(scope, inFilter, after, limit + 1);
  return cutPage(rows, limit, ({ searchName, id }) => [searchName, id]);
}

function readPlace(cursor: string): SuitePlace {
  const [searchName = '', id = ''] = readCursor(cursor, 2);
  return { searchName, id };
}
