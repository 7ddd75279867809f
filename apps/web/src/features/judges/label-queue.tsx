import type { JudgedReply, JudgeLabel, JudgeView } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Check, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { useSingleKeysSetting } from '#/lib/single-keys.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useSingleKeys } from '#/ui/use-single-keys.ts';
import { labelReply, queueQuery, removeLabel } from './judges.queries.ts';
import { ReplyText } from './reply-text.tsx';

type Show = 'open' | 'second';

/** Shows replies one after the other, without the verdict of the judge or the labels of others. */
export function LabelQueue({ judge, projectId }: { judge: JudgeView; projectId: string }) {
  const [show, setShow] = useState<Show>('open');
  const query = useQuery(queueQuery(useScope(), projectId, show));
  return (
    <Card
      title="Label replies"
      subtitle="Does the reply do what is expected?"
      actions={
        <SegmentedControl
          label="Replies"
          value={show}
          onChange={setShow}
          segments={[
            { value: 'open', label: `Without a label (${judge.replies.open})` },
            { value: 'second', label: 'Second opinion' },
          ]}
        />
      }
    >
      <Loaded query={query} what="the replies" skeleton={<Skeleton className="h-40" />}>
        {({ items }) => (
          <Queue
            key={`${show} ${items[0]?.id} ${items.length}`}
            items={items}
            projectId={projectId}
            onMore={() => void query.refetch()}
          />
        )}
      </Loaded>
    </Card>
  );
}

interface QueueProps {
  items: JudgedReply[];
  projectId: string;
  onMore: () => void;
}

function Queue({ items, projectId, onMore }: QueueProps) {
  const scope = useScope();
  const hasKeys = useSingleKeysSetting();
  /** Labels so far, in the order of `items`. */
  const [done, setDone] = useState<(JudgeLabel | 'skipped')[]>([]);
  const [said, setSaid] = useState('');
  const current = items[done.length];
  const back = () => setDone((all) => all.slice(0, -1));
  const save = useChange({
    run: ({ replyId, label }: { replyId: string; label: JudgeLabel }) =>
      labelReply(scope, { projectId, replyId }, label),
    failure: 'Failed to save the label',
    onFailed: back,
    queue: 'labels',
  });
  const remove = useChange({
    run: (replyId: string) => removeLabel(scope, { projectId, replyId }),
    failure: 'Failed to remove the label',
    queue: 'labels',
  });
  const label = (as: JudgeLabel) => {
    if (!current) return;
    setDone([...done, as]);
    setSaid(`Labeled as ${as}. ${placeOf(done.length + 1)}`);
    void save.start({ replyId: current.id, label: as });
  };
  const skip = () => {
    if (!current) return;
    setDone([...done, 'skipped']);
    setSaid(`Skipped. ${placeOf(done.length + 1)}`);
  };
  const undo = () => {
    const last = items[done.length - 1];
    if (!last) return;
    if (done.at(-1) !== 'skipped') void remove.start(last.id);
    back();
    setSaid(`Label removed. ${placeOf(done.length - 1)}`);
  };
  const placeOf = (at: number) =>
    at < items.length ? `Reply ${at + 1} of ${items.length}` : 'No more replies here.';
  useSingleKeys({ p: () => label('passed'), f: () => label('failed'), s: skip, u: undo });
  const key = (letter: string) => (hasKeys ? ` (${letter})` : '');
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {said}
      </p>
      {current ? (
        <ReplyText key={current.id} reply={current} title={placeOf(done.length)} />
      ) : (
        <p className="text-ink-muted text-sm">
          {items.length === 0
            ? 'Nothing to label here. Fetch replies after the next run, or give a second opinion.'
            : 'No more replies here.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {current && (
          <>
            <Button
              icon={<Check className="size-4" aria-hidden />}
              aria-keyshortcuts="p"
              onClick={() => label('passed')}
            >
              Passes{key('P')}
            </Button>
            <Button
              icon={<X className="size-4" aria-hidden />}
              aria-keyshortcuts="f"
              onClick={() => label('failed')}
            >
              Fails{key('F')}
            </Button>
            <Button variant="ghost" aria-keyshortcuts="s" onClick={skip}>
              Skip{key('S')}
            </Button>
          </>
        )}
        {done.length > 0 && (
          <Button
            variant="ghost"
            icon={<Undo2 className="size-4" aria-hidden />}
            aria-keyshortcuts="u"
            onClick={undo}
          >
            Undo{key('U')}
          </Button>
        )}
        {!current && items.length > 0 && <Button onClick={onMore}>Load more</Button>}
      </div>
    </div>
  );
}
