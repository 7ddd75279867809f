import type { Failure } from '@parley/suite';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { Badge } from '#/ui/badge.tsx';
import { RemarkNote } from './remark-note.tsx';

export function FailureNote({ failure }: { failure: Failure }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={failure.class === 'wrong' ? 'failed' : 'error'}>
          {failureClassNames[failure.class]}
        </Badge>
        <span className="min-w-0 break-words text-ink">{failure.message}</span>
      </p>
      {failure.hint && <p className="text-ink-muted text-xs">{failure.hint}</p>}
      {failure.remark && <RemarkNote remark={failure.remark} />}
    </div>
  );
}
