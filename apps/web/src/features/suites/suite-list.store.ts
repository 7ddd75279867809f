/**
 * Test suites of the displayed project, page by page. View settings and project are persisted under `test-suites-storage`;
 * the list is not.
 */
import { type SuiteSummary, suites } from '@parley/contract';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { whenProjectOpens } from '#/features/projects/open-project.ts';
import { call } from '#/lib/api.ts';
import { whenOutdated } from '#/lib/list-cache.ts';
import { messageOr } from '#/lib/message-or.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { steadyReads } from '#/lib/steady-reads.ts';
import { moveSuite } from './suites.queries.ts';

export type ViewMode = 'card' | 'table';
export type PlatformFilter = 'all' | SuiteSummary['platform'];

const sortFields = ['name', 'platform', 'lastModified'] as const;
export type SortField = (typeof sortFields)[number];
type SortDirection = 'asc' | 'desc';

export interface SuiteListState {
  viewMode: ViewMode;
  currentProjectId: string | null;
  items: SuiteSummary[];
  total: number;
  /** True if there are more matches than `total`, because the server stopped counting. */
  isTotalLowerBound: boolean;
  page: number;
  pageSize: number;
  /** True if a suite was added or changed after the pages were loaded, so that it may belong on a later page. */
  isShifted: boolean;
  search: string;
  platform: PlatformFilter;
  sortField: SortField;
  sortDirection: SortDirection;
  isLoading: boolean;
  isLoadingMore: boolean;
  error: string | null;
  /** Increases when the open project is opened again, so that its list is reloaded although nothing else has changed. */
  generation: number;
}

type ListedSuites = Pick<SuiteListState, 'items' | 'total' | 'isTotalLowerBound' | 'isShifted'>;

interface SuiteListActions {
  setCurrentProject(projectId: string | null): void;
  setViewMode(viewMode: ViewMode): void;
  setSearch(search: string): void;
  setPlatform(platform: PlatformFilter): void;
  /** Unknown fields are ignored. */
  setSort(field: string, direction: SortDirection): void;
  /** Resets search, filters and sorting. If a project is being opened, its id is `openedProjectId`. The layout stays. */
  reset(openedProjectId?: string): void;
  fetchSuites(scope: OrganizationScope): Promise<void>;
  fetchSuitesForProject(scope: OrganizationScope, projectId: string): Promise<void>;
  /** Reloads the listed suites, because others may have changed them. A failure leaves the list unchanged. */
  refresh(scope: OrganizationScope): Promise<void>;
  loadMore(scope: OrganizationScope): Promise<void>;
  addSuite(suite: SuiteSummary, afterId?: string): void;
  updateSuite(suite: SuiteSummary): void;
  removeSuite(suiteId: string): void;
  moveSuite(scope: OrganizationScope, suiteId: string, projectId: string): Promise<boolean>;
}

const pageSizeDefault = 20;

const listDefaults = {
  items: [],
  total: 0,
  isTotalLowerBound: false,
  page: 1,
  pageSize: pageSizeDefault,
  isShifted: false,
  search: '',
  platform: 'all',
  sortField: 'name',
  sortDirection: 'asc',
  isLoading: false,
  isLoadingMore: false,
  error: null,
} as const satisfies Partial<SuiteListState>;

/** Number of the latest request. Responses to earlier requests are dropped. */
let question = 0;

const reads = steadyReads();

export const useSuiteList = create<SuiteListState & SuiteListActions>()(
  persist(
    (set, get) => ({
      ...listDefaults,
      viewMode: 'card',
      currentProjectId: null,
      generation: 0,

      setCurrentProject: (projectId) => {
        if (projectId === get().currentProjectId) return;
        const { items, total, isTotalLowerBound, page, error } = listDefaults;
        set({ currentProjectId: projectId, items, total, isTotalLowerBound, page, error });
      },
      setViewMode: (viewMode) => set({ viewMode, page: 1, pageSize: pageSizeDefault }),
      setSearch: (search) => set({ search, page: 1 }),
      setPlatform: (platform) => set({ platform, page: 1 }),
      setSort: (field, direction) => {
        if (isSortField(field)) set({ sortField: field, sortDirection: direction, page: 1 });
      },
      reset: (openedProjectId) => {
        question += 1;
        const isOpening = openedProjectId !== undefined;
        // The page of another project loads its own list. Increasing the generation would reload the list of the current one.
        const isOpenAlready = isOpening && openedProjectId === get().currentProjectId;
        const generation = get().generation + (isOpenAlready ? 1 : 0);
        // Mark the list as loading, so that it does not count as empty.
        set({ ...listDefaults, isLoading: isOpening, generation });
      },

      fetchSuites: (scope) => fetchFirstPage(scope, undefined, 'Failed to fetch test suites'),
      fetchSuitesForProject: (scope, projectId) => {
        get().setCurrentProject(projectId);
        return fetchFirstPage(scope, projectId, 'Failed to fetch test suites for project');
      },
      refresh: async (scope) => {
        const { currentProjectId, isLoading, isLoadingMore } = get();
        if (currentProjectId === null || isLoading || isLoadingMore) return;
        const page = Math.max(1, get().page);
        question += 1;
        const asked = question;
        try {
          const ask = () => fetchPages(scope, get(), currentProjectId, page);
          const read = await reads.read(ask, () => asked === question);
          if (asked === question) set({ ...read, page });
        } catch (error) {
          console.warn('Failed to reload the test suites.', error);
        }
      },
      loadMore: async (scope) => {
        const { currentProjectId, isLoading, isLoadingMore } = get();
        if (currentProjectId === null || isLoading || isLoadingMore || !hasMore(get())) return;
        const asked = question;
        set({ isLoadingMore: true, error: null });
        try {
          const ask = () => fetchNext(scope, currentProjectId);
          const read = await reads.read(ask, () => asked === question);
          if (asked === question) set(read);
        } catch (error) {
          if (asked === question)
            set({ error: messageOr(error, 'Failed to load more test suites') });
        } finally {
          if (asked === question) set({ isLoadingMore: false });
        }
      },

      addSuite: (suite, afterId) => {
        reads.noteChange();
        set(({ items, total, currentProjectId }) => {
          // The user may have opened another project meanwhile.
          if (currentProjectId !== null && suite.projectId !== currentProjectId) return {};
          const after = items.findIndex(({ id }) => id === afterId);
          return {
            items: [...items.slice(0, after + 1), suite, ...items.slice(after + 1)],
            total: total + 1,
            isShifted: true,
          };
        });
      },
      updateSuite: (suite) => {
        reads.noteChange();
        set(({ items }) => ({
          items: items.map((old) => (old.id === suite.id ? suite : old)),
          isShifted: true,
        }));
      },
      removeSuite: (suiteId) => {
        reads.noteChange();
        set((list) => {
          const items = list.items.filter(({ id }) => id !== suiteId);
          const left = { ...list, items, total: list.total - (list.items.length - items.length) };
          // The first suite of the next page has moved to the last loaded page, so load that page again.
          const isCutShort = !hasMore(left) && items.length < left.total;
          return isCutShort ? { ...left, page: left.page - 1 } : left;
        });
      },
      moveSuite: async (scope, suiteId, projectId) => {
        set({ error: null });
        try {
          const moved = await moveSuite(scope, suiteId, projectId);
          const { currentProjectId, removeSuite, updateSuite } = get();
          if (moved.projectId === currentProjectId) updateSuite(moved);
          else removeSuite(moved.id);
          return true;
        } catch (error) {
          set({ error: messageOr(error, 'Failed to move test suite') });
          return false;
        }
      },
    }),
    {
      name: 'test-suites-storage',
      partialize: ({ viewMode, currentProjectId }) => ({ viewMode, currentProjectId }),
    },
  ),
);

whenOutdated('suites', (scope) => useSuiteList.getState().refresh(scope));
whenProjectOpens(({ id }) => useSuiteList.getState().reset(id));

export function hasMore({ page, pageSize, total }: SuiteListState): boolean {
  return page * pageSize < total;
}

function isSortField(field: string): field is SortField {
  return (sortFields as readonly string[]).includes(field);
}

async function fetchFirstPage(
  scope: OrganizationScope,
  projectId: string | undefined,
  failure: string,
): Promise<void> {
  question += 1;
  const asked = question;
  useSuiteList.setState({ isLoading: true, isLoadingMore: false, error: null });
  try {
    const ask = () => fetchPage(scope, useSuiteList.getState(), projectId, 1);
    const first = await reads.read(ask, () => asked === question);
    if (asked !== question) return;
    const read = { items: first.items, ...totalOf(first), page: 1, isShifted: false };
    useSuiteList.setState({ ...read, isLoading: false });
  } catch (error) {
    if (asked !== question) return;
    useSuiteList.setState({ isLoading: false, error: messageOr(error, failure) });
  }
}

/** Loads the next page, and returns it with the listed suites. */
async function fetchNext(
  scope: OrganizationScope,
  projectId: string,
): Promise<ListedSuites & { page: number }> {
  const list = useSuiteList.getState();
  const page = list.page + 1;
  // A suite was deleted, moved out or sorts later now, so suites of the next page have moved to an earlier page. Load all
  // pages.
  if (list.isShifted || list.items.length < list.page * list.pageSize) {
    return { ...(await fetchPages(scope, list, projectId, page)), page };
  }
  const answer = await fetchPage(scope, list, projectId, page);
  const { items } = useSuiteList.getState();
  return { items: appendNew(items, answer.items), ...totalOf(answer), page, isShifted: false };
}

/** Reloads a number of pages, one after the other. */
async function fetchPages(
  scope: OrganizationScope,
  list: SuiteListState,
  projectId: string,
  pages: number,
): Promise<ListedSuites> {
  let items: SuiteSummary[] = [];
  let totals = { total: 0, isTotalLowerBound: false };
  for (let page = 1; page <= pages; page += 1) {
    const answer = await fetchPage(scope, list, projectId, page);
    items = appendNew(items, answer.items);
    totals = totalOf(answer);
    if (page * list.pageSize >= totals.total) break;
  }
  return { items, ...totals, isShifted: false };
}

function totalOf({ pagination }: Awaited<ReturnType<typeof fetchPage>>) {
  const { total, isLowerBound = false } = pagination;
  return { total, isTotalLowerBound: isLowerBound };
}

function fetchPage(
  scope: OrganizationScope,
  { pageSize, search, platform, sortField, sortDirection }: SuiteListState,
  projectId: string | undefined,
  page: number,
) {
  const query = { page, pageSize, platform, projectId, sortField, sortDirection };
  return call(suites.pageSuites, {
    params: scope,
    query: { ...query, search: search.trim() || undefined },
  });
}

/** Appends a page. A suite that moved to this page in the meantime is not listed twice. */
function appendNew(items: SuiteSummary[], next: SuiteSummary[]): SuiteSummary[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...next.filter(({ id }) => !known.has(id))];
}
