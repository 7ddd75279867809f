import { QueryClient } from '@tanstack/react-query';
import { ApiRequestError } from './api.ts';

/**
 * The one cache of server state. The API client has its own rule for retries, so a query repeats
 * only what a passing network fault broke.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiRequestError),
    },
    mutations: { retry: false },
  },
});
