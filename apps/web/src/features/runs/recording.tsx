import { roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { AudioLines, Download, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { KeepRecordingDialog } from '#/features/recordings/keep-recording-dialog.tsx';
import { isUnknown } from '#/lib/api.ts';
import { saveFile } from '#/lib/save-file.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { AudioPlayer } from '#/ui/audio-player.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useSeen } from '#/ui/use-seen.ts';
import type { EvidenceProps } from './evidence-props.ts';
import { evidenceQuery } from './runs.queries.ts';

/** Recording of a call, with the line above and the tester below. Loaded when it is scrolled into view. */
export function Recording({ holder, id, name, call }: Omit<EvidenceProps, 'kind'>) {
  const { place, isSeen } = useSeen<HTMLDivElement>();
  const { data, error, refetch } = useQuery({
    ...evidenceQuery(useScope(), holder, id),
    enabled: isSeen,
  });
  return (
    <div ref={place} className="flex w-full items-start gap-1 max-sm:flex-wrap">
      {data && (
        <AudioPlayer
          label={`${name}: the line above, the tester below`}
          file={data}
          marks={call?.marks}
          startS={call?.atMs === undefined ? undefined : call.atMs / 1000}
          onCopyLink={
            call?.onCopyLink && ((seconds) => call.onCopyLink?.(Math.round(seconds * 1000)))
          }
        />
      )}
      {data && (
        <IconButton
          size="sm"
          label="Download the recording"
          icon={<Download className="size-3.5" aria-hidden />}
          onClick={() => saveFile(data, id)}
        />
      )}
      {data && 'runId' in holder && <KeepRecording runId={holder.runId} id={id} />}
      {!data && !error && <Skeleton className="h-20 w-full max-w-xl rounded-md" />}
      {error && !isUnknown(error) && (
        <RetryAlert what="the recording" error={error} onRetry={() => void refetch()} />
      )}
      {isUnknown(error) && (
        <p className="flex items-center gap-1.5 text-ink-muted text-xs">
          <VolumeX className="size-3.5" aria-hidden />
          This recording was deleted after the retention period.
        </p>
      )}
    </div>
  );
}

/** Offers to save the line's side as a recording to compare later runs with. */
function KeepRecording({ runId, id }: { runId: string; id: string }) {
  const role = useMyRole();
  const [isOpen, setIsOpen] = useState(false);
  if (role === undefined || !roleAllows(role, 'suites.write')) return null;
  return (
    <>
      <IconButton
        size="sm"
        label="Save as a recording to compare with"
        icon={<AudioLines className="size-3.5" aria-hidden />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <KeepRecordingDialog runId={runId} evidenceId={id} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
