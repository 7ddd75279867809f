import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora } from '#/lib/testing/people.ts';
import { project } from '#/lib/testing/projects.ts';
import { outdateProjects, pinsOf, useProjectStore } from './project-store.ts';

const scope = { userId: 'u1', orgId: 'o1' };
const other = { userId: 'u1', orgId: 'o2' };
const base = '/internal/v1/users/u1/organizations/o1/projects';
const list = `GET ${base}`;
const otherList = 'GET /internal/v1/users/u1/organizations/o2/projects';
const failure = { status: 500 };

let network: FakeNetwork;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  useAuthStore.setState({ user: nora });
  useProjectStore.setState(useProjectStore.getInitialState(), true);
  network = fakeNetwork({
    [list]: { json: [project('p2', 'Line 2'), project('p1', 'hotline')] },
    [otherList]: { json: [project('q1', 'Elsewhere')] },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const store = () => useProjectStore.getState();
const names = (orgId = 'o1') => store().projects[orgId]?.map(({ name }) => name);
const pinned = (projectId: string, organizationId = 'o1') => ({ organizationId, projectId });

describe('the list of projects', () => {
  it('[S-148, S-232] is read whole and sorted by name', async () => {
    await store().fetchProjects(scope);
    expect(names()).toEqual(['hotline', 'Line 2']);
    expect(network.requests[0]?.url).toBe(base);
  });

  it('[S-148] is sorted as people count, and so is the hierarchy', async () => {
    const all = ['Line 10', 'line 9', 'Line 2'].map((name) => project(name, name));
    network.answer(list, { json: all });
    network.answer(`GET ${base}/hierarchy`, { json: { flatProjects: all } });
    await store().fetchProjects(scope);
    await store().fetchHierarchy(scope);
    const sorted = ['Line 2', 'line 9', 'Line 10'];
    expect(names()).toEqual(sorted);
    expect(store().hierarchy.o1?.map(({ name }) => name)).toEqual(sorted);
  });

  it('[S-148] stays sorted by name whatever the dashboard is sorted by, and by every change', async () => {
    await store().fetchProjects(scope);
    store().setSort('lastModified');
    network.answer(`POST ${base}`, { status: 201, json: project('p3', 'Kiosk') });
    await store().createProject(scope, { name: 'Kiosk' });
    expect(names()).toEqual(['hotline', 'Kiosk', 'Line 2']);
    network.answer(`PUT ${base}/p1`, { json: project('p1', 'Zoo') });
    await store().updateProject(scope, 'p1', { name: 'Zoo' });
    expect(names()).toEqual(['Kiosk', 'Line 2', 'Zoo']);
  });

  it('[S-163, S-164] comes from memory for 2 minutes unless a refresh is forced', async () => {
    await store().fetchProjects(scope);
    vi.advanceTimersByTime(119_999);
    await store().fetchProjects(scope);
    expect(network.count(list)).toBe(1);
    await store().fetchProjects(scope, { isForced: true });
    expect(network.count(list)).toBe(2);
    vi.advanceTimersByTime(120_000);
    await store().fetchProjects(scope);
    expect(network.count(list)).toBe(3);
  });

  it('[S-163] is read again after 2 minutes, however young another organization’s is', async () => {
    await store().fetchProjects(scope);
    vi.advanceTimersByTime(60_000);
    await store().fetchProjects(other);
    vi.advanceTimersByTime(60_000);
    await store().fetchProjects(scope);
    expect([network.count(list), network.count(otherList)]).toEqual([2, 1]);
  });

  it('[S-165] is kept for each organization apart', async () => {
    await store().fetchProjects(scope);
    await store().fetchProjects(other);
    expect(names()).toEqual(['hotline', 'Line 2']);
    expect(names('o2')).toEqual(['Elsewhere']);
    await store().fetchProjects(scope);
    expect(network.count(list)).toBe(1);
    network.answer(`GET ${base}/hierarchy`, { json: { flatProjects: [project('p1', 'hotline')] } });
    network.answer(`${otherList}/hierarchy`, { json: { flatProjects: [] } });
    await store().fetchHierarchy(scope);
    await store().fetchHierarchy(other);
    expect(store().hierarchy).toMatchObject({ o1: [{ name: 'hotline' }], o2: [] });
  });

  it('is asked for once when two places want it at the same moment', async () => {
    await Promise.all([store().fetchProjects(scope), store().fetchProjects(scope)]);
    expect(network.count(list)).toBe(1);
    expect(store().isLoading).toBe(false);
  });

  it('[S-159] is stored with selection, search, sort, pins and fetch times', async () => {
    await store().fetchProjects(scope);
    vi.advanceTimersByTime(1000);
    await store().fetchProjects(other);
    const now = Date.now();
    const [hotline, line] = [project('p1', 'hotline'), project('p2', 'Line 2')];
    store().selectProject(hotline);
    store().setSearch('hot');
    store().setSort('lastModified');
    store().pin(pinned('p2'));
    const stored = JSON.parse(localStorage.getItem('project-storage') ?? '').state;
    expect(stored).toEqual({
      projects: { o1: [hotline, line], o2: [project('q1', 'Elsewhere')] },
      fetchedAt: { o1: now - 1000, o2: now },
      currentProject: hotline,
      selectedProjectId: 'p1',
      search: 'hot',
      sort: 'lastModified',
      pinned: [pinned('p2')],
    });
  });

  it('leaves no names behind for whoever signs in next, but the pins', async () => {
    await store().fetchProjects(scope);
    store().pin(pinned('p1'));
    useAuthStore.setState({ user: null });
    expect(localStorage.getItem('project-storage')).not.toContain('hotline');
    expect(pinsOf(store(), 'o1')).toEqual(['p1']);
  });
});

describe('a change', () => {
  beforeEach(() => store().fetchProjects(scope));

  it('[S-166, S-167, S-235] that creates adds to the list and drops the hierarchy', async () => {
    network.answer(`GET ${base}/hierarchy`, { json: { flatProjects: [] } });
    network.answer(`POST ${base}`, { status: 201, json: project('p3', 'Kiosk') });
    await store().fetchHierarchy(scope);
    expect(store().hierarchy.o1).toEqual([]);
    await store().createProject(scope, { name: 'Kiosk' });
    expect(names()).toEqual(['hotline', 'Kiosk', 'Line 2']);
    expect(store().hierarchy.o1).toBeUndefined();
  });

  it('[S-166] that creates the first project shows it', async () => {
    network.answer(list, { json: [] });
    network.answer(`POST ${base}`, { status: 201, json: project('p3', 'Kiosk') });
    await store().fetchProjects(scope, { isForced: true });
    await store().createProject(scope, { name: 'Kiosk' });
    expect(names()).toEqual(['Kiosk']);
  });

  it('of somebody else that is read with the list drops the hierarchy, too', async () => {
    network.answer(`GET ${base}/hierarchy`, { json: { flatProjects: [] } });
    await store().fetchHierarchy(scope);
    await store().fetchProjects(scope, { isForced: true });
    expect(store().hierarchy.o1).toBeUndefined();
  });

  it('of a suite lets the list be read again when it is next looked at', async () => {
    outdateProjects('o1');
    await store().fetchProjects(scope);
    expect(network.count(`GET ${base}`)).toBe(2);
  });

  it('of a suite is counted by a list that was on its way', async () => {
    const answers = [project('p1', 'Bank'), project('p1', 'Bank', { testSuiteCount: 1 })];
    network.answer(list, () => {
      const known = answers.shift();
      if (answers.length > 0) outdateProjects('o1');
      return Response.json([known]);
    });
    await store().fetchProjects(scope, { isForced: true });
    expect(store().projects.o1?.[0]?.testSuiteCount).toBe(1);
  });

  it('[S-239] that creates below a project goes to its sub-projects', async () => {
    const answer = { status: 201, json: project('p3', 'Cards', { parentProjectId: 'p1' }) };
    network.answer(`POST ${base}/p1/subprojects`, answer);
    await store().createProject(scope, { name: 'Cards', parentProjectId: 'p1' });
    expect(network.requests.at(-1)?.body).toEqual({ name: 'Cards', parentProjectId: 'p1' });
    expect(names()).toContain('Cards');
  });

  it('[S-168, S-236] that updates replaces the project, in its place by name', async () => {
    network.answer(`PUT ${base}/p2`, { json: project('p2', 'Bank') });
    store().selectProject(project('p2', 'Line 2'));
    await store().updateProject(scope, 'p2', { name: 'Bank' });
    expect(names()).toEqual(['Bank', 'hotline']);
    expect(store().currentProject?.name).toBe('Bank');
  });

  it('[S-169, S-170, S-171] that deletes removes the project, its selection and its pin', async () => {
    const both = [project('p1', 'hotline'), project('p2', 'Line 2')];
    network.answer(`GET ${base}/hierarchy`, { json: { flatProjects: both } });
    network.answer(`DELETE ${base}/p1`, { status: 204 });
    await store().fetchHierarchy(scope);
    store().selectProject(project('p1', 'hotline'));
    store().pin(pinned('p1'));
    store().pin(pinned('p2'));
    expect(await store().deleteProject(scope, 'p1')).toBe(true);
    expect(names()).toEqual(['Line 2']);
    expect(store().hierarchy.o1).toBeUndefined();
    expect(store()).toMatchObject({ currentProject: null, selectedProjectId: null });
    expect(pinsOf(store(), 'o1')).toEqual(['p2']);
  });

  it('is not taken back by a list that was on its way', async () => {
    const created = project('p3', 'Kiosk');
    network.answer(`POST ${base}`, { status: 201, json: created });
    const answers = [[], [created]];
    network.answer(list, async () => {
      const known = answers.shift();
      if (answers.length > 0) await store().createProject(scope, { name: 'Kiosk' });
      return Response.json(known);
    });
    await store().fetchProjects(scope, { isForced: true });
    expect(names()).toEqual(['Kiosk']);
    expect(store().isLoading).toBe(false);
  });

  it('[S-170] that deletes another project keeps the selection', async () => {
    network.answer(`DELETE ${base}/p1`, { status: 204 });
    store().selectProject(project('p2', 'Line 2'));
    await store().deleteProject(scope, 'p1');
    expect(store()).toMatchObject({ currentProject: { id: 'p2' }, selectedProjectId: 'p2' });
  });

  it('[S-169, S-170, S-171] that is refused leaves the project where it is', async () => {
    network.answer(`DELETE ${base}/p1`, { status: 409 });
    store().selectProject(project('p1', 'hotline'));
    store().pin(pinned('p1'));
    expect(await store().deleteProject(scope, 'p1')).toBe(false);
    expect(names()).toEqual(['hotline', 'Line 2']);
    expect(store().selectedProjectId).toBe('p1');
    expect(pinsOf(store(), 'o1')).toEqual(['p1']);
  });
});

describe('pins', () => {
  it('[S-149, S-173] are pairs of organization and project, each once', () => {
    expect(store().pin(pinned('p1'))).toBe(true);
    expect(store().pin(pinned('p1'))).toBe(false);
    expect(store().pinned).toEqual([{ organizationId: 'o1', projectId: 'p1' }]);
    const stored = JSON.parse(localStorage.getItem('project-storage') ?? '').state;
    expect(stored.pinned).toEqual([{ organizationId: 'o1', projectId: 'p1' }]);
    expect(network.requests).toEqual([]);
    expect(store().pin(pinned('p1', 'o2'))).toBe(true);
    expect([pinsOf(store(), 'o1'), pinsOf(store(), 'o2')]).toEqual([['p1'], ['p1']]);
    store().unpin(pinned('p1'));
    expect(store().pinned).toEqual([pinned('p1', 'o2')]);
  });

  it('[S-149, S-173] are refused the second time, whichever were pinned since', () => {
    for (const id of ['p1', 'p2', 'p3']) expect(store().pin(pinned(id))).toBe(true);
    for (const id of ['p1', 'p2', 'p3']) expect(store().pin(pinned(id))).toBe(false);
    expect(store().pin(pinned('p1', 'o2'))).toBe(true);
    const pairs = [pinned('p1'), pinned('p2'), pinned('p3'), pinned('p1', 'o2')];
    expect(store().pinned).toEqual(pairs);
    const { state } = JSON.parse(localStorage.getItem('project-storage') ?? '');
    expect(state.pinned).toEqual(pairs);
    store().unpin(pinned('p2'));
    expect(store().pin(pinned('p2'))).toBe(true);
    expect(pinsOf(store(), 'o1')).toEqual(['p1', 'p3', 'p2']);
  });

  it('[S-174] are at most five in an organization', () => {
    for (let index = 0; index < 5; index += 1) expect(store().pin(pinned(`p${index}`))).toBe(true);
    expect(store().pin(pinned('p9'))).toBe(false);
    expect(store().pin(pinned('p9', 'o2'))).toBe(true);
    store().unpin(pinned('p0'));
    expect(store().pin(pinned('p9'))).toBe(true);
  });

  it('[S-172] of projects that are gone are dropped, those of other organizations are not', async () => {
    store().pin(pinned('p1'));
    store().pin(pinned('gone'));
    store().pin(pinned('unknown', 'o2'));
    await store().fetchProjects(scope);
    expect(pinsOf(store(), 'o1')).toEqual(['p1']);
    expect(pinsOf(store(), 'o2')).toEqual(['unknown']);
  });

  it('[S-172] are dropped with the last project', async () => {
    store().pin(pinned('p1'));
    network.answer(list, { json: [] });
    await store().fetchProjects(scope);
    expect(store().pinned).toEqual([]);
  });

  it('[S-172] of projects that are gone are dropped by the hierarchy as well', async () => {
    network.answer(`GET ${base}/hierarchy`, { json: { flatProjects: [project('p1', 'hotline')] } });
    store().pin(pinned('p1'));
    store().pin(pinned('gone'));
    store().pin(pinned('unknown', 'o2'));
    await store().fetchHierarchy(scope);
    expect(store().pinned).toEqual([pinned('p1'), pinned('unknown', 'o2')]);
  });

  it('of another tab are taken over, and survive what is pinned here', async () => {
    store().pin(pinned('p1'));
    const stored = JSON.parse(localStorage.getItem('project-storage') ?? '');
    stored.state.pinned.push(pinned('p2'));
    localStorage.setItem('project-storage', JSON.stringify(stored));
    window.dispatchEvent(new StorageEvent('storage', { key: 'project-storage' }));
    await vi.waitFor(() => expect(pinsOf(store(), 'o1')).toEqual(['p1', 'p2']));
    store().pin(pinned('p3'));
    expect(localStorage.getItem('project-storage')).toContain('"p2"');
  });

  it('that another tab knows as well are not stored anew, which would tell it again', async () => {
    store().pin(pinned('p1'));
    const set = vi.spyOn(Storage.prototype, 'setItem');
    window.dispatchEvent(new StorageEvent('storage', { key: 'project-storage' }));
    await Promise.resolve();
    expect(set).not.toHaveBeenCalled();
    set.mockRestore();
  });
});

describe('a failure', () => {
  const acts = [
    ['S-272', 'Failed to load projects', list, () => store().fetchProjects(scope)],
    [
      'S-273',
      'Failed to load project hierarchy',
      `GET ${base}/hierarchy`,
      () => store().fetchHierarchy(scope),
    ],
    [
      'S-274',
      'Failed to create project',
      `POST ${base}`,
      () => store().createProject(scope, { name: 'New' }),
    ],
    [
      'S-275',
      'Failed to update project',
      `PUT ${base}/p1`,
      () => store().updateProject(scope, 'p1', { name: 'New' }),
    ],
    [
      'S-276',
      'Failed to delete project',
      `DELETE ${base}/p1`,
      () => store().deleteProject(scope, 'p1'),
    ],
  ] as const;

  it.each(acts)('[%s] without a better message says "%s"', async (_, text, request, act) => {
    network.answer(request, failure);
    await act();
    expect(store().error).toBe(text);
    expect(store().isLoading).toBe(false);
  });

  it.each(acts)('[%s] says what the server said in place of "%s"', async (_, __, request, act) => {
    const error = { code: 'name_taken', message: 'This name is already in use here.' };
    network.answer(request, { status: 409, json: { error } });
    await act();
    expect(store().error).toBe('This name is already in use here.');
  });
});
