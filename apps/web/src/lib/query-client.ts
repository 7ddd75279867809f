import { QueryClient } from '@tanstack/react-query';
import { ApiRequestError } from './api.ts';
import { AccessError } from './identity/messages.ts';

/**
 * The only cache of server state. The API client has its own retry rule, so a query retries only after a temporary network
 * error.
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

/** @returns true if the server has answered, so that a retry would give the same result */
export function isAnswer(error: Error): boolean {
  return error instanceof ApiRequestError || error instanceof AccessError;
}
