import type { QueryInput, runs } from '@parley/contract';

/** Filters of `listRuns`. `from` and `to` are the first and the last day, in `timeZone`. */
export type RunFilters = {
  [Key in Exclude<keyof QueryInput<typeof runs.listRuns>, 'cursor' | 'limit'>]?:
    | QueryInput<typeof runs.listRuns>[Key]
    | undefined;
};
