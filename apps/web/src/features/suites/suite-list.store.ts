/**
 * Test suites of the project on screen, page by page. View settings and project are stored under the key
 * `test-suites-storage` and survive closing the tab; the list itself does not.
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
  /** True if the search matches more than `total`, because counting stopped there. */
  isTotalLowerBound: boolean;
  page: number;
  pageSize: number;
  /** True if a suite was added or changed here since the pages were loaded, so that it may belong on a later page. */
  isShifted: boolean;
  search: string;
  platform: PlatformFilter;
  sortField: SortField;
  sortDirection: SortDirection;
  isLoading: boolean;
  isLoadingMore: boolean;
  error: string | null;
  /** Increases when the open project is opened again, so that its list is reloaded even if nothing else has changed. */
  generation: number;
}

type ListedSuites = Pick<SuiteListState, 'items' | 'total' | 'isTotalLowerBound' | 'isShifted'>;

interface SuiteListActions {
  setCurrentProject(projectId: string | null): void;
  setViewMode(viewMode: ViewMode): void;
  setSearch(search: string): void;
  setPlatform(platform: PlatformFilter): void;
  /** Any other field than the three is ignored. */
  setSort(field: string, direction: SortDirection): void;
  /** Resets search, filters and sorting, for the project that is opened if there is one. The layout stays. */
  reset(openedProjectId?: string): void;
  fetchSuites(scope: OrganizationScope): Promise<void>;
  fetchSuitesForProject(scope: OrganizationScope, projectId: string): Promise<void>;
  /**
   * Reloads the listed suites in place, since others may have changed them. A failure leaves them
   * unchanged.
   */
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

/** Number of the latest request. Responses to earlier ones arrive too late and are dropped. */
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
        // Another project is read by its own page; a rise would read the one that is left once more.
        const isOpenAlready = isOpening && openedProjectId === get().currentProjectId;
        const generation = get().generation + (isOpenAlready ? 1 : 0);
        // Until then nothing is known of it, not even that it is empty.
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
          // Whoever asked for it may look at another project by now.
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
          // What was on the page after the last one is on that now, which is to be read again.
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

/** The listed suites together with the next page. */
async function fetchNext(
  scope: OrganizationScope,
  projectId: string,
): Promise<ListedSuites & { page: number }> {
  const list = useSuiteList.getState();
  const page = list.page + 1;
  // Behind a suite that was deleted, moved out or sorts later now the others came nearer, out of the
  // next page, too.
  if (list.isShifted || list.items.length < list.page * list.pageSize) {
    return { ...(await fetchPages(scope, list, projectId, page)), page };
  }
  const answer = await fetchPage(scope, list, projectId, page);
  const { items } = useSuiteList.getState();
  return { items: appendNew(items, answer.items), ...totalOf(answer), page, isShifted: false };
}

/** Reloads the displayed pages, one after the other. */
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

/** A suite that moved to a later page while we were reading is not listed twice. */
function appendNew(items: SuiteSummary[], next: SuiteSummary[]): SuiteSummary[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...next.filter(({ id }) => !known.has(id))];
}
