import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SuiteSummary } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setApiBase } from '#/lib/api.ts';
import { pageOf } from '#/lib/testing/page-of.ts';
import { hasMore, useSuiteList } from './suite-list.store.ts';

const scope = { userId: 'user', orgId: 'org' };
const projectId = 'project';

/** Responds to list requests from `stored`, like the API, or with an error if `failsWith` is set. */
let server: Server;
let stored: SuiteSummary[];
let asked: URL[];
let isLowerBound: true | undefined;
let failsWith: { status: number; message?: string } | undefined;
/** Called while the response to the next request is in transit. */
let meanwhile: (() => void) | undefined;

beforeEach(async () => {
  stored = Array.from({ length: 45 }, (_, index) => suite(index + 1));
  asked = [];
  isLowerBound = undefined;
  failsWith = undefined;
  meanwhile = undefined;
  localStorage.clear();
  useSuiteList.setState(useSuiteList.getInitialState(), true);
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    asked.push(url);
    if (failsWith) {
      const { status, message } = failsWith;
      const body = message && JSON.stringify({ error: { code: 'not_allowed', message } });
      return response.writeHead(status).end(body);
    }
    const [, id] = /testsuites\/([^/]+)\/project$/.exec(url.pathname) ?? [];
    response.end(JSON.stringify(id ? moved(id) : answerTo(url.searchParams)));
    meanwhile?.();
    meanwhile = undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setApiBase(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(() => {
  setApiBase(null);
  server.close();
});

function suite(number: number, change: Partial<SuiteSummary> = {}): SuiteSummary {
  return {
    id: `s${number}`,
    name: `Suite ${number}`,
    description: '',
    projectId,
    platform: number % 2 ? 'phone' : 'webchat',
    deviceId: null,
    testCount: 1,
    lastModified: '2026-01-01T00:00:00.000Z',
    isMonitoring: false,
    monitoringConfig: null,
    version: 1,
    ...change,
  };
}

function answerTo(query: URLSearchParams) {
  const { items, pagination } = pageOf(stored, query);
  return { items, pagination: { ...pagination, isLowerBound } };
}

function moved(id: string) {
  return { ...stored.find((item) => item.id === id), projectId: 'elsewhere' };
}

/**
 * Renames a suite on the server and then in the list, like the dialogs. The two functions below do the same for other
 * changes.
 */
function rename(id: string, name: string) {
  const renamed = { ...suite(Number(id.slice(1))), name };
  stored = [...stored.filter((item) => item.id !== id), renamed];
  list().updateSuite(renamed);
}

function create() {
  const created = suite(99, { name: 'Zzz' });
  stored = [...stored, created];
  list().addSuite(created);
}

function remove(id: string) {
  stored = stored.filter((item) => item.id !== id);
  list().removeSuite(id);
}

const list = () => useSuiteList.getState();
const ids = () => list().items.map(({ id }) => id);

describe('the list of test suites', () => {
  it('[S-175, S-176, S-299] starts with cards, page 1 of 20, no search, all platforms, by name', () => {
    expect(list()).toMatchObject({
      viewMode: 'card',
      page: 1,
      pageSize: 20,
      search: '',
      platform: 'all',
      sortField: 'name',
      sortDirection: 'asc',
    });
  });

  it.each([
    ['S-177', 'the search', () => list().setSearch('bank')],
    ['S-178', 'the platform', () => list().setPlatform('phone')],
    ['S-179', 'the sort', () => list().setSort('platform', 'desc')],
  ])('[%s] goes back to page 1 when %s changes', (_id, _what, change) => {
    useSuiteList.setState({ page: 3 });
    change();
    expect(list().page).toBe(1);
  });

  it('[S-180, S-299] goes back to page 1 of 20 when the view changes', () => {
    useSuiteList.setState({ page: 3, pageSize: 50 });
    list().setViewMode('table');
    expect(list()).toMatchObject({ viewMode: 'table', page: 1, pageSize: 20 });
  });

  it('[S-181] clears the items when the project changes', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    expect(list().items).toHaveLength(20);
    list().setCurrentProject('other');
    expect(list()).toMatchObject({ items: [], total: 0 });
    await list().fetchSuitesForProject(scope, 'other');
    const reading = list().fetchSuitesForProject(scope, projectId);
    expect(list().items).toEqual([]);
    await reading;
    list().setCurrentProject(projectId);
    expect(list().items).toHaveLength(20);
  });

  it.each([
    [1, 20, 45, true],
    [2, 20, 45, true],
    [3, 20, 45, false],
    [1, 20, 20, false],
    [1, 20, 0, false],
  ])('[S-182] page %i of %i with a total of %i: more is %s', (page, pageSize, total, more) => {
    expect(hasMore({ ...list(), page, pageSize, total })).toBe(more);
  });

  it('says when there are more than were counted', async () => {
    isLowerBound = true;
    await list().fetchSuitesForProject(scope, projectId);
    expect(list()).toMatchObject({ total: stored.length, isTotalLowerBound: true });
    isLowerBound = undefined;
    await list().refresh(scope);
    expect(list()).toMatchObject({ total: stored.length, isTotalLowerBound: false });
  });

  it('[S-183] loads nothing more without a current project', async () => {
    useSuiteList.setState({ total: 45 });
    await list().loadMore(scope);
    expect(asked).toEqual([]);
  });

  it('[S-184, S-245] appends the next page and stops after the last one', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    await list().loadMore(scope);
    expect(ids()).toHaveLength(40);
    await list().loadMore(scope);
    expect(ids()).toEqual(stored.map(({ id }) => id));
    await list().loadMore(scope);
    expect(asked).toHaveLength(3);
    expect(Object.fromEntries(asked[2]?.searchParams ?? [])).toEqual({
      page: '3',
      pageSize: '20',
      platform: 'all',
      projectId,
      sortField: 'name',
      sortDirection: 'asc',
    });
  });

  it('lists a suite once although it moved to the page that is read next', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    stored.unshift(suite(0));
    await list().loadMore(scope);
    expect(new Set(ids()).size).toBe(ids().length);
  });

  it.each([
    ['deleted', async () => list().removeSuite('s2')],
    ['moved to another project', () => list().moveSuite(scope, 's2', 'elsewhere')],
  ])('leaves none out of what is loaded after a suite was %s', async (_what, goOut) => {
    await list().fetchSuitesForProject(scope, projectId);
    await goOut();
    stored = stored.filter(({ id }) => id !== 's2');
    await list().loadMore(scope);
    expect(ids()).toEqual(stored.slice(0, 40).map(({ id }) => id));
    await list().loadMore(scope);
    expect(ids()).toEqual(stored.map(({ id }) => id));
  });

  it.each([
    ['was renamed and sorts later', [() => rename('s2', 'Zzz')]],
    ['was created before another was deleted', [create, () => remove('s2')]],
    ['was deleted before another was created', [() => remove('s2'), create]],
  ])('leaves none out of what is loaded after a suite %s', async (_what, changes) => {
    await list().fetchSuitesForProject(scope, projectId);
    for (const change of changes) change();
    await list().loadMore(scope);
    await list().loadMore(scope);
    expect(ids()).toEqual(stored.map(({ id }) => id));
  });

  it('asks for the next page alone once it knows again where that begins', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    rename('s2', 'Zzz');
    await list().loadMore(scope);
    expect(asked).toHaveLength(3);
    await list().loadMore(scope);
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['loads', () => list().loadMore(scope)],
    ['reads again', () => list().refresh(scope)],
  ])('%s the suite that came up from a page that is no more', async (_what, read) => {
    stored = stored.slice(0, 21);
    await list().fetchSuitesForProject(scope, projectId);
    stored = stored.filter(({ id }) => id !== 's2');
    list().removeSuite('s2');
    expect(hasMore(list())).toBe(true);
    await read();
    expect(ids()).toEqual(stored.map(({ id }) => id));
    expect(hasMore(list())).toBe(false);
  });

  it('reads again what is listed, in place', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    await list().loadMore(scope);
    stored = stored.slice(3);
    await list().refresh(scope);
    expect(list()).toMatchObject({ total: 42, page: 2, isLoading: false });
    expect(ids()).toEqual(stored.slice(0, 40).map(({ id }) => id));
  });

  it('drops the answer to an earlier question', async () => {
    const first = list().fetchSuitesForProject(scope, projectId);
    list().setSearch('later');
    const second = list().fetchSuitesForProject(scope, projectId);
    stored = [suite(99)];
    await Promise.all([first, second]);
    expect(ids()).toEqual(['s99']);
  });

  it('[S-185, S-186, S-187] adds at the front or after a suite and counts along', () => {
    useSuiteList.setState({ items: [suite(1), suite(2)], total: 2 });
    list().addSuite(suite(3));
    list().addSuite(suite(4), 's1');
    expect(ids()).toEqual(['s3', 's1', 's4', 's2']);
    expect(list().total).toBe(4);
    list().removeSuite('s1');
    list().removeSuite('s1');
    expect(list().total).toBe(3);
  });

  it('[S-187] lowers the total also where no page is left behind the one on screen', async () => {
    stored = stored.slice(0, 21);
    await list().fetchSuitesForProject(scope, projectId);
    expect(list().total).toBe(21);
    list().removeSuite('s2');
    expect(list().total).toBe(20);
  });

  it.each([
    ['the first page is read', () => list().fetchSuitesForProject(scope, projectId)],
    ['the list is read again', () => list().refresh(scope)],
    ['more is read', () => list().loadMore(scope)],
  ])('keeps what is changed here while %s', async (_what, read) => {
    await list().fetchSuitesForProject(scope, projectId);
    meanwhile = () => {
      stored = [suite(99), ...stored.filter(({ id }) => id !== 's2')];
      list().addSuite(suite(99));
      list().removeSuite('s2');
    };
    await read();
    expect(ids()).toContain('s99');
    expect(ids()).not.toContain('s2');
    expect(list().total).toBe(stored.length);
  });

  it('takes in none of a project that is not looked at any more', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    list().addSuite(suite(99, { projectId: 'elsewhere' }));
    expect(ids()).not.toContain('s99');
    expect(list().total).toBe(45);
  });

  it('[S-188, S-189, S-252] takes a suite out that moved to another project', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    expect(await list().moveSuite(scope, 's2', 'elsewhere')).toBe(true);
    expect(ids()).not.toContain('s2');
    expect(list().total).toBe(44);
  });

  it('[S-188, S-189] keeps a moved suite, updated, in the project it moved to', async () => {
    useSuiteList.setState({ currentProjectId: 'elsewhere', items: [suite(2)], total: 1 });
    await list().moveSuite(scope, 's2', 'elsewhere');
    expect(list().items[0]?.projectId).toBe('elsewhere');
    expect(list().total).toBe(1);
  });

  it('[S-190] sorts by name, platform and last change and by nothing else', () => {
    for (const field of ['platform', 'name', 'lastModified']) {
      list().setSort(field, 'desc');
      for (const other of ['description', 'testCount', 'isMonitoring', '']) {
        list().setSort(other, 'asc');
      }
      expect(list()).toMatchObject({ sortField: field, sortDirection: 'desc' });
    }
  });

  it('[S-160] stores the view and the project and nothing else', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    list().setViewMode('table');
    const { state } = JSON.parse(localStorage.getItem('test-suites-storage') ?? '{}');
    expect(state).toEqual({ viewMode: 'table', currentProjectId: projectId });
  });

  it('[S-160] stores nothing of what is searched, narrowed, sorted or turned to', async () => {
    await list().fetchSuitesForProject(scope, projectId);
    await list().loadMore(scope);
    useSuiteList.setState({ search: 'Suite 1', platform: 'phone', page: 3, pageSize: 50 });
    list().setSort('lastModified', 'desc');
    useSuiteList.setState({ items: [suite(1)], total: 7, error: 'Failed to fetch test suites' });
    const stored = () => JSON.parse(localStorage.getItem('test-suites-storage') ?? '{}').state;
    expect(stored()).toEqual({ viewMode: list().viewMode, currentProjectId: projectId });
    for (const viewMode of ['table', 'card'] as const) {
      list().setViewMode(viewMode);
      expect(stored()).toEqual({ viewMode, currentProjectId: projectId });
    }
    expect(Object.keys(localStorage)).toEqual(['test-suites-storage']);
  });

  it('[S-069] goes back to its defaults on reset and keeps the view', () => {
    list().setViewMode('table');
    useSuiteList.setState({
      search: 'x',
      platform: 'phone',
      page: 4,
      pageSize: 50,
      items: [suite(1)],
      total: 90,
      sortField: 'lastModified',
      sortDirection: 'desc',
      error: 'Failed to fetch test suites',
    });
    list().reset();
    expect(list()).toMatchObject({
      viewMode: 'table',
      search: '',
      platform: 'all',
      page: 1,
      pageSize: 20,
      items: [],
      total: 0,
      sortField: 'name',
      sortDirection: 'asc',
      error: null,
    });
  });

  const acts = [
    ['S-277', () => list().fetchSuites(scope), 'Failed to fetch test suites'],
    [
      'S-278',
      () => list().fetchSuitesForProject(scope, projectId),
      'Failed to fetch test suites for project',
    ],
    ['S-279', () => list().loadMore(scope), 'Failed to load more test suites'],
    ['S-280', () => list().moveSuite(scope, 's1', 'elsewhere'), 'Failed to move test suite'],
  ] as const;

  it.each(acts)('[%s] has a text of its own where the server gives none', async (...row) => {
    const [, act, text] = row;
    useSuiteList.setState({ currentProjectId: projectId, items: [suite(1)], total: 45 });
    failsWith = { status: 503 };
    await act();
    expect(list()).toMatchObject({ error: text, isLoading: false, isLoadingMore: false });
  });

  it.each(acts)('[%s] says what the server says where it gives a reason', async (_id, act) => {
    useSuiteList.setState({ currentProjectId: projectId, items: [suite(1)], total: 45 });
    failsWith = { status: 403, message: 'Your role does not allow this.' };
    await act();
    expect(list().error).toBe('Your role does not allow this.');
  });
});
