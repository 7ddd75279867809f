/** Search parameters of the list of all suites: filters, and the saved view that contains them. */
import type { SuiteView } from '@parley/contract';

/** Raw values from the URL, possibly invalid. */
export interface SuitesSearch {
  q?: string | undefined;
  state?: string | undefined;
  monitored?: string | undefined;
  /** Id of a project. */
  project?: string | undefined;
  /** Tag of tests, as written in the suite. */
  tag?: string | undefined;
  /** Id of a saved view, or `all` to ignore the member's default view. */
  view?: string | undefined;
}

export type SuiteFilters = SuiteView['filters'];

const keys = ['q', 'state', 'monitored', 'project', 'tag'] as const;

export const isSameFilters = (a: SuitesSearch, b: SuitesSearch): boolean =>
  keys.every((key) => (a[key] ?? '') === (b[key] ?? ''));

/** @returns true if the URL has neither filters nor a view, so that the default view opens */
export const isBare = (search: SuitesSearch): boolean =>
  search.view === undefined && isSameFilters(search, {});

/** Search parameters for all suites. If there is a default view, they must say so, because an empty URL would open it. */
export const allSuites = (views: readonly SuiteView[]): SuitesSearch =>
  views.some(({ isDefault }) => isDefault) ? { view: 'all' } : {};

export const searchOf = ({ id, filters }: SuiteView): SuitesSearch => ({ ...filters, view: id });
