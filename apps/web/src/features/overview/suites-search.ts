/** URL search parameters of the list of all suites: filters, and the saved view that they come from. */
import type { SuiteView } from '@parley/contract';

/** Raw values from the URL, which may be invalid. */
export interface SuitesSearch {
  q?: string | undefined;
  state?: string | undefined;
  monitored?: string | undefined;
  /** Id of a project. */
  project?: string | undefined;
  /** A tag of tests, as written. */
  tag?: string | undefined;
  /** Id of a saved view, or `all` to skip the member's default view. */
  view?: string | undefined;
}

export type SuiteFilters = SuiteView['filters'];

const keys = ['q', 'state', 'monitored', 'project', 'tag'] as const;

export const isSameFilters = (a: SuitesSearch, b: SuitesSearch): boolean =>
  keys.every((key) => (a[key] ?? '') === (b[key] ?? ''));

/** @returns true if the URL says nothing, so that the list opens with the default view */
export const isBare = (search: SuitesSearch): boolean =>
  search.view === undefined && isSameFilters(search, {});

/** Link to all suites, even if a URL without filters would open the default view. */
export const allSuites = (views: readonly SuiteView[]): SuitesSearch =>
  views.some(({ isDefault }) => isDefault) ? { view: 'all' } : {};

export const searchOf = ({ id, filters }: SuiteView): SuitesSearch => ({ ...filters, view: id });
