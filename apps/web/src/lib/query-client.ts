import { QueryClient } from '@tanstack/react-query';
import { ApiRequestError } from './api.ts';
import { AccessError } from './identity/messages.ts';

/**
 * The one cache of server state. The API client has its own rule for retries, so a query repeats
 * only what a passing network fault broke.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && !isAnswer(error),
    },
    mutations: { retry: false },
  },
});

/** The server has answered, and would say the same again. */
export function isAnswer(error: Error): boolean {
  return error instanceof ApiRequestError || error instanceof AccessError;
}
