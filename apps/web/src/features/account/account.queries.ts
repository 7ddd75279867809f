import { account } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'sessions'] as const,
    queryFn: ({ signal }) => call(account.listSessions, { params: { id: userId }, signal }),
  });
}

/** Effects of deleting the account. Fetched when the dialog opens, because colleagues come and go. */
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

/** Reads the subscription named in an email's unsubscribe link, without signing in. */
export function unsubscriptionQuery(token: string) {
  return queryOptions({
    queryKey: ['unsubscription', token] as const,
    queryFn: ({ signal }) => call(account.readUnsubscription, { query: { token }, signal }),
    retry: false,
  });
}
