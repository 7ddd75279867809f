import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import {
  id,
  oneOf,
  ordinal,
  parseExactly,
  searchValues,
  shortText,
  text,
} from './search-values.ts';

const root = createRootRoute();
const page = createRoute({
  getParentRoute: () => root,
  path: '/page',
  validateSearch: searchValues({
    token: text,
    name: shortText(5),
    projectId: id,
    tab: oneOf(['monitors', 'alerts']),
    test: ordinal,
  }),
});
const router = createRouter({ routeTree: root.addChildren([page]) });

/** Search values that a page gets for a URL. The router merges the validated values over the original ones. */
function read(search: object): unknown {
  return router.matchRoutes('/page', search as never).at(-1)?.search;
}

describe('the values of an address', () => {
  it.each([
    [{ token: 'abc' }, { token: 'abc' }],
    [{ token: 12 }, { token: '12' }],
    [{ token: '' }, {}],
    [{ token: { a: 1 } }, {}],
    [{ token: ['a'] }, {}],
    [{ token: null }, {}],
    [{ name: 'abcde' }, { name: 'abcde' }],
    [{ name: 'abcdef' }, {}],
    [{ projectId: 'p'.repeat(65) }, {}],
    [{ tab: 'alerts' }, { tab: 'alerts' }],
    [{ tab: 'toString' }, {}],
    [{ test: 2 }, { test: 2 }],
    [{ test: 0 }, {}],
    [{ test: 1.5 }, {}],
    [{ test: '2' }, {}],
    [{ unknown: 'abc', test: 0 }, { unknown: 'abc' }],
  ])('%j are read as %j', (search, values) => {
    expect(read(search)).toEqual(values);
  });

  it('keep a token of many digits as it is written', () => {
    expect(() => parseExactly('12345678901234567890')).toThrow('not exact');
    expect(parseExactly('12')).toBe(12);
  });
});
