/** Everything that this feature asks of the server. */
import { type DeadWork, operations } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';

/** What a process says of itself is as old at most. */
const readEveryMs = 5000;

export const healthQuery = queryOptions({
  queryKey: ['operations'] as const,
  queryFn: ({ signal }) => call(operations.getHealth, { signal }),
  refetchInterval: readEveryMs,
  staleTime: 0,
});

export async function retryDeadWork({ kind, id }: DeadWork): Promise<void> {
  await call(operations.retryDeadWork, { params: { kind, deadWorkId: id } });
  await queryClient.invalidateQueries(healthQuery);
}

export async function deleteDeadWork({ kind, id }: DeadWork): Promise<void> {
  await call(operations.deleteDeadWork, { params: { kind, deadWorkId: id } });
  await queryClient.invalidateQueries(healthQuery);
}
