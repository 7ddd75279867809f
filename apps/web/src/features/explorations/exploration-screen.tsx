import type { StoredExploration } from '@parley/contract';
import type { Input } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { useChange } from '#/ui/use-change.ts';
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

/** An exploration: the conversation and the map of the bot. */
export function ExplorationScreen(props: ExplorationScreenProps) {
  const isSwitchedOn = useAuthStore(({ user }) => user?.exploratoryTestingEnabled === true);
  if (!isSwitchedOn) return <NotSwitchedOn />;
  return <LoadedExploration {...props} />;
}

function LoadedExploration({ explorationId, onDeleted }: ExplorationScreenProps) {
  const query = useQuery(explorationQuery(useScope(), explorationId));
  return (
    <Loaded
      query={query}
      what="the exploration"
      skeleton={explorationSkeleton}
      unknown={<UnknownPage what="exploration" to="/explore" place="explorations" />}
    >
      {(stored) => <Workspace stored={stored} onDeleted={onDeleted} />}
    </Loaded>
  );
}

interface WorkspaceProps {
  stored: StoredExploration;
  onDeleted: () => void;
}

function Workspace({ stored, onDeleted }: WorkspaceProps) {
  const scope = useScope();
  const log = useExplorationLog(stored.id);
  /** The part to show on narrow screens, which only have room for one. */
  const [part, setPart] = useState<'conversation' | 'map'>('conversation');
  const start = useChange({
    run: (path: Input[] | undefined) => startConversation(scope, stored.id, path),
    failure: 'Failed to start the conversation',
    onDone: () => setPart('conversation'),
  });
  const speak = useChange({
    run: (input: Input) => say(scope, stored.id, stored.conversation, input),
    failure: 'Failed to send the message',
    onDone: () => setPart('conversation'),
  });
  return (
    // Conversation and map fill the window below the header.
    <div data-fills className="flex flex-1 flex-col gap-4">
      <PageHeader
        title={stored.name}
        description={
          <span className="break-words">
            {[
              stored.botAddress !== stored.name && stored.botAddress,
              stored.environment && `in ${stored.environment}`,
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
              onClick={() => void start.start(undefined)}
            >
              New conversation
            </Button>
            <ExplorationMenu stored={stored} onDeleted={onDeleted} />
          </>
        }
      />
      <Loaded query={log} what="the exploration" skeleton={explorationSkeleton}>
        {({ exploration }) => (
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
                  exploration={exploration}
                  onStart={(path) => void start.start(path)}
                  isStarting={start.isPending}
                />
              </div>
              <div className={cx('min-h-0 min-w-0', part === 'conversation' && 'max-lg:hidden')}>
                <MapPanel
                  stored={stored}
                  exploration={exploration}
                  onReplay={(path) => void start.start(path)}
                  onSay={(input) => void speak.start(input)}
                  isStarting={start.isPending}
                />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

const explorationSkeleton = (
  <div className="flex flex-col gap-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-96 rounded-lg" />
  </div>
);
