import { type AccountSession, account } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useScope } from '#/lib/session/scope.ts';
import { signOut } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { sessionsQuery } from './account.queries.ts';
import { nameBrowser } from './name-browser.ts';

const unended = 'Failed to sign out. Please try again.';

/** Lists the sessions, and signs out one or all of them. */
export function SessionsCard() {
  const { userId } = useScope();
  const sessions = useQuery(sessionsQuery(userId));
  const [isAsking, setIsAsking] = useState(false);

  const endAll = useChange({
    run: async () => {
      await call(account.endAllSessions, { params: { id: userId } });
      await signOut();
    },
    failure: unended,
  });

  return (
    <Card
      title="Where you are signed in"
      subtitle="If you don’t recognize a browser, sign it out and change your password"
      isFlush
      actions={<Button onClick={() => setIsAsking(true)}>Sign out everywhere</Button>}
    >
      <Loaded
        query={sessions}
        what="your sessions"
        skeleton={<Skeleton className="h-12" />}
        className="mx-5 mb-5"
      >
        {(list) => (
          <ul className="divide-y divide-line border-line border-t">
            {list.map((session) => (
              <SessionLine key={session.id} userId={userId} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        onConfirm={async () => void (await endAll.start())}
      >
        All browsers are signed out at once, including this one. API keys keep working.
      </ConfirmDialog>
    </Card>
  );
}

function SessionLine({ userId, session }: { userId: string; session: AccountSession }) {
  const name = nameBrowser(session.userAgent);
  const end = useChange({
    run: async () => {
      await call(account.endSession, { params: { id: userId, sessionId: session.id } });
      const others = ({ id }: AccountSession) => id !== session.id;
      const { queryKey } = sessionsQuery(userId);
      queryClient.setQueryData(queryKey, (sessions) => sessions?.filter(others));
    },
    failure: unended,
    done: () => ({ title: `${name} signed out` }),
  });

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
        <Button size="sm" isLoading={end.isPending} onClick={() => void end.start()}>
          Sign out
        </Button>
      )}
    </li>
  );
}
