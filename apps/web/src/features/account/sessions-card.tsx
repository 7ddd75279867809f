import { type AccountSession, account } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { messageOr } from '#/lib/message-or.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useScope } from '#/lib/session/scope.ts';
import { signOut } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { toast } from '#/ui/toast.ts';
import { sessionsQuery } from './account.queries.ts';
import { nameBrowser } from './name-browser.ts';

/** Lists sessions and signs out one or all of them. */
export function SessionsCard() {
  const { userId } = useScope();
  const { data, error, refetch } = useQuery(sessionsQuery(userId));
  const [isAsking, setIsAsking] = useState(false);

  async function endAll() {
    try {
      await call(account.endAllSessions, { params: { id: userId } });
    } catch (failure) {
      tellFailure(failure);
      return;
    }
    await signOut();
  }

  return (
    <Card
      title="Where you are signed in"
      subtitle="If you don’t recognize a browser, sign it out and change your password"
      isFlush
      actions={<Button onClick={() => setIsAsking(true)}>Sign out everywhere</Button>}
    >
      {data && (
        <ul className="divide-y divide-line border-line border-t">
          {data.map((session) => (
            <SessionLine key={session.id} userId={userId} session={session} />
          ))}
        </ul>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading sessions" className="px-5 pb-5">
          <Skeleton className="h-12" />
        </div>
      )}
      {!data && error && (
        <RetryAlert
          what="your sessions"
          error={error}
          onRetry={() => void refetch()}
          className="mx-5 mb-5"
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        onConfirm={endAll}
      >
        All browsers are signed out at once, including this one. API keys keep working.
      </ConfirmDialog>
    </Card>
  );
}

function SessionLine({ userId, session }: { userId: string; session: AccountSession }) {
  const [isEnding, setIsEnding] = useState(false);
  const name = nameBrowser(session.userAgent);

  async function end() {
    setIsEnding(true);
    try {
      await call(account.endSession, { params: { id: userId, sessionId: session.id } });
      await queryClient.invalidateQueries(sessionsQuery(userId));
      toast({ variant: 'success', title: `${name} signed out` });
    } catch (failure) {
      tellFailure(failure);
    } finally {
      setIsEnding(false);
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {session.isCurrent && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-ink-muted text-xs">
          Signed in {formatDateTime(session.createdAt)}
          {session.ipAddress && ` from ${session.ipAddress}`}
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="sm" isLoading={isEnding} onClick={() => void end()}>
          Sign out
        </Button>
      )}
    </li>
  );
}

function tellFailure(failure: unknown): void {
  const title = messageOr(failure, 'Failed to sign out. Please try again.');
  toast({ variant: 'destructive', title });
}
