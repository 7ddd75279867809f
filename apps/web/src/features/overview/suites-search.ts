/** What the address of the list of all suites says: filters, and the saved view that they come from. */
import type { SuiteView } from '@parley/contract';

/** Anybody may have written anything there. */
export interface SuitesSearch {
  q?: string | undefined;
  state?: string | undefined;
  monitored?: string | undefined;
  /** Id of a project. */
  project?: string | undefined;
  /** A tag of tests, as written. */
  tag?: string | undefined;
  /** Id of a saved view, or `all` for none where the member has a default. */
  view?: string | undefined;
}

export type SuiteFilters = SuiteView['filters'];

const keys = ['q', 'state', 'monitored', 'project', 'tag'] as const;

export const isSameFilters = (a: SuitesSearch, b: SuitesSearch): boolean =>
  keys.every((key) => (a[key] ?? '') === (b[key] ?? ''));

/** Nothing is said: the list opens with the default view. */
export const isBare = (search: SuitesSearch): boolean =>
  search.view === undefined && isSameFilters(search, {});

/** The address of all suites, where a bare one leads to the default view. */
export const allSuites = (views: readonly SuiteView[]): SuitesSearch =>
  views.some(({ isDefault }) => isDefault) ? { view: 'all' } : {};

export const searchOf = ({ id, filters }: SuiteView): SuitesSearch => ({ ...filters, view: id });
