import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PagedList, type PagedQuery } from './paged-list.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = (...items: string[]) => ({ pages: [{ items }] });

function show(query: Partial<PagedQuery<{ items: string[] }>>) {
  const refetch = vi.fn();
  const fetchNextPage = vi.fn();
  render(
    <PagedList
      query={{
        data: undefined,
        error: null,
        hasNextPage: false,
        isFetchingNextPage: false,
        isFetchNextPageError: false,
        refetch,
        fetchNextPage,
        ...query,
      }}
      what="the devices"
      empty={<p>No devices yet</p>}
      end={({ shown, isMore }) => `${shown}${isMore ? '+' : ''} devices`}
    >
      {(items) => <p>{items.join(' ')}</p>}
    </PagedList>,
  );
  return { refetch, fetchNextPage };
}

it('says that a list is loading', () => {
  show({});
  expect(screen.getByRole('status', { name: 'Loading the devices' })).toBeDefined();
});

it('says what a list without entries is for', () => {
  show({ data: page() });
  expect(screen.getByText('No devices yet')).toBeDefined();
});

it('shows the entries of all pages, and how many there are', () => {
  show({ data: { pages: [{ items: ['a', 'b'] }, { items: ['c'] }] } });
  expect(screen.getByText('a b c')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('3 devices');
});

it('says why a list could not be loaded, and tries again', () => {
  const { refetch } = show({ error: new Error('Broken') });
  expect(screen.getByRole('alert').textContent).toContain('Failed to load the devices');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('says that a list is old once it could not be read again, and keeps it', () => {
  show({ data: page('a'), error: new Error('Broken') });
  expect(screen.getByRole('alert').textContent).toContain('Failed to load the devices');
  expect(screen.getByText('a')).toBeDefined();
});

it('says below a list that its next page could not be loaded, and asks for that page again', () => {
  const { refetch, fetchNextPage } = show({
    data: page('a'),
    error: new Error('Broken'),
    hasNextPage: true,
    isFetchNextPageError: true,
  });
  expect(screen.getByRole('alert').textContent).toContain('Failed to load more of the devices');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
  expect(refetch).not.toHaveBeenCalled();
});
