import { isUnknown } from '#/lib/api.ts';

interface Lookup {
  data?: { name: string };
  error: unknown;
  isError: boolean;
}

/** What a breadcrumb says about a name that is fetched. Nothing there is unknown; the rest is an error. */
export function lookupLabel({ data, error, isError }: Lookup, unknown: string): string {
  if (data) return data.name || unknown;
  if (!isError) return 'Loading...';
  return isUnknown(error) ? unknown : 'Error';
}
