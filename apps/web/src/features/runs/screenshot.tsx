import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Dialog } from '#/ui/dialog.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useObjectUrl } from '#/ui/use-object-url.ts';
import type { EvidenceProps } from './evidence-props.ts';
import { evidenceQuery } from './runs.queries.ts';

/** A small screenshot that a click enlarges. */
export function Screenshot({ holder, id, name }: EvidenceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const scope = useScope();
  const { data: picture, error, refetch } = useQuery(evidenceQuery(scope, holder, id));
  const url = useObjectUrl(picture);
  if (isUnknown(error)) {
    return (
      <p className="flex items-center gap-1.5 text-ink-muted text-xs">
        <ImageOff className="size-3.5" aria-hidden />
        This screenshot was deleted after the retention period.
      </p>
    );
  }
  if (error)
    return <RetryAlert what="the screenshot" error={error} onRetry={() => void refetch()} />;
  if (!url) return <Skeleton className="h-25 w-40 rounded-md" />;
  return (
    <>
      <button
        type="button"
        aria-label={`${name}, enlarge`}
        onClick={() => setIsOpen(true)}
        className="overflow-hidden rounded-md bg-sunken ring-1 ring-line hover:ring-line-control"
      >
        <img src={url} alt="" className="block max-h-40 w-40 object-cover object-top" />
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={name} widthPx={1_120}>
        <div className="overflow-auto px-5 pb-5">
          <img
            src={url}
            alt={`The page at the end of: ${name}`}
            className="mx-auto block max-w-full rounded-md ring-1 ring-line"
          />
        </div>
      </Dialog>
    </>
  );
}
