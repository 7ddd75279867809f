import { isUnknown } from '#/lib/api.ts';

interface Lookup {
  data?: { name: string };
  error: unknown;
  isError: boolean;
}

/** Label of a breadcrumb whose name is fetched. `unknown` replaces an empty name, and the name of a missing item. */
export function lookupLabel({ data, error, isError }: Lookup, unknown: string): string {
  if (data) return data.name || unknown;
  if (!isError) return 'Loading...';
  return isUnknown(error) ? unknown : 'Error';
}
