import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiRequestError } from '#/lib/api.ts';
import { Loaded, type LoadedQuery } from './loaded.tsx';

afterEach(cleanup);

const failure = (status: number, message: string) =>
  new ApiRequestError(status, '', { code: 'not_found', message });

function show(query: Partial<LoadedQuery<string>>) {
  const refetch = vi.fn();
  render(
    <Loaded
      query={{ data: undefined, error: null, refetch, ...query }}
      what="the sessions"
      skeleton={<i>grey</i>}
      unknown={<p>No such thing</p>}
    >
      {(data) => <p>{data}</p>}
    </Loaded>,
  );
  return refetch;
}

it('says that something is loading', () => {
  show({});
  expect(screen.getByRole('status', { name: 'Loading the sessions' })).toBeDefined();
});

it('shows what is there, also once it could not be read again', () => {
  show({ data: 'Two browsers', error: failure(500, 'Broken') });
  expect(screen.getByText('Two browsers')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says why something could not be loaded, and tries again', () => {
  const refetch = show({ error: failure(500, 'The server is restarting') });
  expect(screen.getByRole('alert').textContent).toContain('Failed to load the sessions');
  expect(screen.getByRole('alert').textContent).toContain('The server is restarting');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('says who has no access, without another try that would not help', () => {
  show({ error: failure(403, 'Your role does not include this') });
  expect(screen.getByRole('alert').textContent).toContain('You don’t have access to the sessions');
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows in its place what is for something that is not there', () => {
  show({ error: failure(404, 'Not found') });
  expect(screen.getByText('No such thing')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
