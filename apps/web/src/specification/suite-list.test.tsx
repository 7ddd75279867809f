/** Tests the test suites of a project: the initial view of the list, and its requests. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { pageOf, queryOf } from '#/lib/testing/page-of.ts';
import {
  choose,
  closeDashboard,
  greeting,
  openDashboard,
  organizationPath,
  press,
} from './open-dashboard.tsx';

afterEach(async () => {
  vi.useRealTimers();
  useSuiteList.setState(useSuiteList.getInitialState(), true);
  await closeDashboard();
});

const list = `${organizationPath}/testsuites/list`;
const stored = Array.from({ length: 45 }, (_, index) => ({
  ...greeting,
  id: `s${index + 1}`,
  name: `Suite ${index + 1}`,
}));

async function open() {
  const network = await openDashboard('/projects/p1', {
    answers: { [`GET ${list}`]: (sent) => Response.json(pageOf(stored, queryOf(sent))) },
  });
  await screen.findByText('20 of 45 test suites');
  /** Query of the latest request for the list. */
  const asked = () => {
    const request = network.requests.findLast(({ url }) => url.startsWith(list));
    return Object.fromEntries(request ? queryOf(request) : []);
  };
  return { network, asked };
}

async function loadMore() {
  press('Load more');
  await screen.findByText('40 of 45 test suites');
}

describe('the test suites of a project', () => {
  it('[S-175, S-176, S-299] are cards at first, 20 of all platforms by name', async () => {
    const { asked } = await open();
    expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0);
    const view = within(screen.getByRole('group', { name: 'View' }));
    expect(view.getByRole('radio', { name: 'Cards', checked: true })).toBeDefined();
    expect(asked()).toEqual({
      page: '1',
      pageSize: '20',
      platform: 'all',
      projectId: 'p1',
      sortField: 'name',
      sortDirection: 'asc',
    });
  });

  it('[S-182, S-184] come page by page until there are no more', async () => {
    const { asked } = await open();
    await loadMore();
    expect(asked()).toMatchObject({ page: '2', pageSize: '20' });
    press('Load more');
    await screen.findByText('45 test suites');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it.each([
    ['S-177', { search: 'Suite' }, () => search('Suite')],
    ['S-178', { platform: 'webchat' }, () => choose('Platform', 'Webchat')],
    ['S-179', { sortDirection: 'desc' }, () => choose('Sort by', 'Name, Z to A')],
  ])('[%s] begin with the first page again for %o', async (_, change, act) => {
    const { asked } = await open();
    await loadMore();
    await act();
    await waitFor(() => expect(asked()).toMatchObject({ page: '1', ...change }));
    await screen.findByText('20 of 45 test suites');
  });

  it('[S-180, S-190] begin anew as a table, which is sorted by three of its columns', async () => {
    const { asked } = await open();
    await loadMore();
    fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
    const table = within(await screen.findByRole('table', { name: 'Test suites' }));
    await waitFor(() => expect(asked()).toMatchObject({ page: '1', pageSize: '20' }));
    await screen.findByText('20 of 45 test suites');
    const sorts = within(table.getAllByRole('rowgroup')[0] as HTMLElement);
    expect(sorts.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Platform',
      'Last modified',
    ]);
    fireEvent.click(sorts.getByRole('button', { name: 'Platform' }));
    await waitFor(() => expect(asked()).toMatchObject({ page: '1', sortField: 'platform' }));
  });

  async function search(text: string) {
    vi.useFakeTimers();
    const field = screen.getByRole('searchbox', { name: 'Search test suites' });
    fireEvent.change(field, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(300));
    vi.useRealTimers();
  }
});
