import { QueryClient } from '@tanstack/react-query';
import { ApiRequestError } from './api.ts';
import { AccessError } from './identity/messages.ts';

/** Cache of server state. The API client retries on its own, so a query only retries after a network error. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && !isAnswer(error),
    },
    mutations: { retry: false },
  },
});

/** @returns true if the server has responded, so that a retry would give the same result */
export function isAnswer(error: Error): boolean {
  return error instanceof ApiRequestError || error instanceof AccessError;
}
