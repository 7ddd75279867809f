import { type Evidence, type LostEvidence, lostEvidenceInWords } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { Download, FileX, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { saveFile } from '#/lib/save-file.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { toast } from '#/ui/toast.ts';
import { useObjectUrl } from '#/ui/use-object-url.ts';
import { EvidenceText } from './evidence-text.tsx';
import { Recording } from './recording.tsx';
import { type EvidenceHolder, evidenceQuery, fetchEvidence } from './runs.queries.ts';

interface EvidenceViewProps {
  holder: EvidenceHolder;
  evidence: Evidence[] | undefined;
  lost: LostEvidence[] | undefined;
  /** What it shows, for instance "Step 2". */
  of: string;
}

/** Pictures to look at, texts to open and files to download; and what could not be kept. */
export function EvidenceView({ holder, evidence = [], lost = [], of }: EvidenceViewProps) {
  if (evidence.length + lost.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {evidence.map(({ kind, id }) => {
        if (kind === 'screenshot')
          return <Screenshot key={id} holder={holder} id={id} name={`${of}: screenshot`} />;
        if (kind === 'audio')
          return <Recording key={id} holder={holder} id={id} name={`${of}: recording`} />;
        if (kind === 'trace') return <TraceFile key={id} holder={holder} id={id} />;
        return <EvidenceText key={id} holder={holder} id={id} kind={kind} />;
      })}
      {lost.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order
        <p key={index} className="flex items-center gap-1.5 text-ink-muted text-xs">
          <FileX className="size-3.5" aria-hidden />
          {lostEvidenceInWords(each)}
        </p>
      ))}
    </div>
  );
}

interface PictureProps {
  holder: EvidenceHolder;
  id: string;
  name: string;
}

function Screenshot({ holder, id, name }: PictureProps) {
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

function TraceFile({ holder, id }: Omit<PictureProps, 'name'>) {
  const scope = useScope();
  const [isLoading, setIsLoading] = useState(false);
  async function download() {
    setIsLoading(true);
    try {
      saveFile(await fetchEvidence(scope, holder, id), id);
    } catch {
      toast({ variant: 'destructive', title: 'Failed to download the file' });
    } finally {
      setIsLoading(false);
    }
  }
  return (
    <span className="flex items-center gap-2">
      <Button
        size="sm"
        icon={<Download className="size-3.5" aria-hidden />}
        isLoading={isLoading}
        onClick={() => void download()}
      >
        Trace
      </Button>
      <span className="text-ink-muted text-xs">Open with npx playwright show-trace</span>
    </span>
  );
}
