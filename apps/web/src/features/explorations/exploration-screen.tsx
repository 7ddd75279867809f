import type { StoredExploration } from '@parley/contract';
import type { Input } from '@parley/suite';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { toast } from '#/ui/toast.ts';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { ConversationPanel } from './conversation-panel.tsx';
import { ExplorationMenu } from './exploration-menu.tsx';
import { explorationQuery, say, startConversation } from './explorations.queries.ts';
import { MapPanel } from './map-panel.tsx';
import { NotSwitchedOn } from './not-switched-on.tsx';
import { useExplorationLog } from './use-exploration-log.ts';

interface ExplorationScreenProps {
  explorationId: string;
  onDeleted: () => void;
}

/** One exploration: the conversation that goes on, and what was found so far. */
export function ExplorationScreen(props: ExplorationScreenProps) {
  const isSwitchedOn = useAuthStore(({ user }) => user?.exploratoryTestingEnabled === true);
  if (!isSwitchedOn) return <NotSwitchedOn />;
  return <LoadedExploration {...props} />;
}

function LoadedExploration({ explorationId, onDeleted }: ExplorationScreenProps) {
  const { data: stored, error, refetch } = useQuery(explorationQuery(useScope(), explorationId));
  if (stored) return <Workspace stored={stored} onDeleted={onDeleted} />;
  if (isUnknown(error))
    return <UnknownPage what="exploration" to="/explore" place="explorations" />;
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <Loading />;
}

interface WorkspaceProps {
  stored: StoredExploration;
  onDeleted: () => void;
}

function Workspace({ stored, onDeleted }: WorkspaceProps) {
  const scope = useScope();
  const log = useExplorationLog(stored.id);
  /** On narrow screens, which have room for one. */
  const [part, setPart] = useState<'conversation' | 'map'>('conversation');
  const start = useMutation({
    mutationFn: (path: Input[] | undefined) => startConversation(scope, stored.id, path),
  });
  const begin = (path?: Input[]) =>
    start.mutate(path, {
      onSuccess: () => setPart('conversation'),
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: messageOr(error, 'Failed to start the conversation'),
        }),
    });
  const speak = (input: Input) => {
    say(scope, stored.id, stored.conversation, input)
      .then(() => setPart('conversation'))
      .catch((error) =>
        toast({ variant: 'destructive', title: messageOr(error, 'Failed to send the message') }),
      );
  };
  return (
    // What the window has left below the header is for the conversation and the map.
    <div data-fills className="flex flex-1 flex-col gap-4">
      <PageHeader
        title={stored.name}
        description={
          <span className="break-words">
            {[
              stored.botAddress !== stored.name && stored.botAddress,
              stored.device && `as ${stored.device.name}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        }
        actions={
          <>
            <Button
              icon={<MessageSquarePlus className="size-4" aria-hidden />}
              isLoading={start.isPending}
              onClick={() => begin()}
            >
              New conversation
            </Button>
            <ExplorationMenu stored={stored} onDeleted={onDeleted} />
          </>
        }
      />
      {log.data ? (
        <>
          <SegmentedControl
            label="Show"
            value={part}
            onChange={setPart}
            segments={[
              { value: 'conversation', label: 'Conversation' },
              { value: 'map', label: 'Map' },
            ]}
            className="lg:hidden"
          />
          <div className="grid grid-cols-1 min-h-96 flex-1 basis-0 grid-rows-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
            <div className={cx('min-h-0 min-w-0', part === 'map' && 'max-lg:hidden')}>
              <ConversationPanel
                stored={stored}
                exploration={log.data.exploration}
                onStart={start.mutateAsync}
                isStarting={start.isPending}
              />
            </div>
            <div className={cx('min-h-0 min-w-0', part === 'conversation' && 'max-lg:hidden')}>
              <MapPanel
                stored={stored}
                exploration={log.data.exploration}
                onReplay={begin}
                onSay={speak}
                isStarting={start.isPending}
              />
            </div>
          </div>
        </>
      ) : log.error ? (
        <LoadFailure error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the exploration" className="flex flex-col gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <RetryAlert what="the exploration" error={error} onRetry={onRetry} />;
}
