import { describe, expect, it } from 'vitest';
import { ApiRequestError } from '#/lib/api.ts';
import { lookupLabel } from './lookup-label.ts';

const failed = (status: number) => ({
  isError: true,
  error: new ApiRequestError(status, ''),
});

describe('a breadcrumb', () => {
  it.each([
    ['S-011', 'the name', { isError: false, error: null, data: { name: 'Hotline' } }, 'Hotline'],
    ['S-039', 'that it is loading', { isError: false, error: null }, 'Loading...'],
    ['S-036', 'that nothing is there', failed(404), 'Unknown Project'],
    [
      'S-036',
      'that there is no name',
      { isError: false, error: null, data: { name: '' } },
      'Unknown Project',
    ],
    ['S-038', 'that the lookup failed', failed(500), 'Error'],
    ['S-038', 'that nobody answered', { isError: true, error: new TypeError('offline') }, 'Error'],
  ])('[%s] says %s', (_, __, lookup, label) => {
    expect(lookupLabel(lookup, 'Unknown Project')).toBe(label);
  });
});
