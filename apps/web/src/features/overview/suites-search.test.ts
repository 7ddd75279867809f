import { expect, it } from 'vitest';
import { allSuites, isBare, isSameFilters, searchOf } from './suites-search.ts';

const view = (changed: object = {}) => ({
  ...{ id: 'v1', name: 'Failing', filters: { state: 'failing' } },
  ...{ isShared: false, isDefault: false, createdBy: 'Nora' },
  ...changed,
});

it.each([
  [{ q: 'a' }, { q: 'a', view: 'v1' }, true],
  [{ q: '' }, {}, true],
  [{ q: 'a' }, { q: 'b' }, false],
  [{ state: 'failed' }, { monitored: 'yes' }, false],
  [{ tag: 'smoke' }, { tag: 'slow' }, false],
])('compares filters %o with %o', (a, b, isSame) => {
  expect(isSameFilters(a, b)).toBe(isSame);
});

it('takes an address with a view or a filter for no bare one', () => {
  expect([isBare({}), isBare({ q: undefined })]).toEqual([true, true]);
  expect([isBare({ view: 'all' }), isBare({ q: 'a' })]).toEqual([false, false]);
  expect(isBare({ tag: 'smoke' })).toBe(false);
});

it('names all suites where a bare address leads to a default', () => {
  expect(allSuites([view()])).toEqual({});
  expect(allSuites([view(), view({ isDefault: true })])).toEqual({ view: 'all' });
  expect(searchOf(view())).toEqual({ state: 'failing', view: 'v1' });
});
