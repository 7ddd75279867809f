import type { QueryInput, runs } from '@parley/contract';

/** `from` and `to` are days (UTC), both included. */
export type RunFilters = {
  [Key in Exclude<keyof QueryInput<typeof runs.listRuns>, 'cursor' | 'limit'>]?:
    | QueryInput<typeof runs.listRuns>[Key]
    | undefined;
};
