import { account } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'sessions'] as const,
    queryFn: ({ signal }) => call(account.listSessions, { params: { id: userId }, signal }),
  });
}

/** Preview of deleting the account. Never cached, because other members can come and go. */
export function deletionQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'deletion'] as const,
    queryFn: ({ signal }) => call(account.previewDeletion, { params: { id: userId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function mailPreferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'mail-preferences'] as const,
    queryFn: ({ signal }) => call(account.getMailPreferences, { params: { id: userId }, signal }),
  });
}

/** Contents of an unsubscribe link. Needs no session. */
export function unsubscriptionQuery(token: string) {
  return queryOptions({
    queryKey: ['unsubscription', token] as const,
    queryFn: ({ signal }) => call(account.readUnsubscription, { query: { token }, signal }),
    retry: false,
  });
}
