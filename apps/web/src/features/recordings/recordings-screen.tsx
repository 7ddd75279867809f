import { type Recording, recordingsMax, roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { AudioLines, Copy, Download, Trash2, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#/lib/format-time.ts';
import { saveFile } from '#/lib/save-file.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { AudioPlayer } from '#/ui/audio-player.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { copyText } from '#/ui/copy-text.ts';
import { EmptyState } from '#/ui/empty-state.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { AddRecordings } from './add-recordings.tsx';
import { stepWith } from './recording-name.ts';
import { deleteRecording, recordingAudioQuery, recordingsQuery } from './recordings.queries.ts';

/** The recordings that the prompts of a project's phone lines are compared with. */
export function RecordingsScreen({ projectId }: { projectId: string }) {
  const query = useQuery(recordingsQuery(useScope(), projectId));
  const role = useMyRole();
  const mayWrite = role !== undefined && roleAllows(role, 'suites.write');
  const recordings = query.data ?? [];
  const own = recordings.filter((one) => one.projectId === projectId);
  const add = mayWrite && (
    <AddRecordings projectId={projectId} isFull={own.length >= recordingsMax} />
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Recordings"
        description="Compare the prompts of a phone line with recordings, without speech recognition"
        actions={recordings.length > 0 && add}
      />
      <ListFrame query={query} what="the recordings">
        {query.isSuccess && recordings.length === 0 && (
          <EmptyState icon={<AudioLines aria-hidden />} title="No recordings" action={add}>
            Add a prompt as a WAV file, or save one from a step of a run. Tests name it:{' '}
            <code>{stepWith('greeting.wav')}</code>
          </EmptyState>
        )}
        {recordings.length > 0 && (
          <Card isFlush>
            <ul className="divide-y divide-line">
              {recordings.map((recording) => (
                <RecordingRow
                  key={recording.id}
                  recording={recording}
                  isInherited={recording.projectId !== projectId}
                  mayWrite={mayWrite}
                />
              ))}
            </ul>
          </Card>
        )}
      </ListFrame>
    </div>
  );
}

interface RecordingRowProps {
  recording: Recording;
  /** True if the recording belongs to the parent project and can only be deleted there. */
  isInherited: boolean;
  mayWrite: boolean;
}

function RecordingRow({ recording, isInherited, mayWrite }: RecordingRowProps) {
  const { name, seconds, createdAt } = recording;
  const [isHeard, setIsHeard] = useState(false);
  const facts = [
    `${seconds.toFixed(1)} s`,
    `added ${formatDate(createdAt)}`,
    isInherited && 'of the project above',
  ];
  return (
    <li className="flex flex-col gap-2 px-5 py-3">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p dir="auto" className="truncate text-left font-medium text-ink text-sm">
            {name}
          </p>
          <p className="text-ink-muted text-xs">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <div className="flex shrink-0 gap-1">
          <IconButton
            label={`Listen to ${name}`}
            size="sm"
            aria-expanded={isHeard}
            icon={<Volume2 className="size-4" aria-hidden />}
            onClick={() => setIsHeard((before) => !before)}
          />
          <IconButton
            label={`Copy the step for ${name}`}
            size="sm"
            icon={<Copy className="size-4" aria-hidden />}
            onClick={() => void copyText(stepWith(name), 'Step copied')}
          />
          {mayWrite && !isInherited && <DeleteRecording recording={recording} />}
        </div>
      </div>
      {isHeard && <Sound recording={recording} />}
    </li>
  );
}

function DeleteRecording({ recording }: { recording: Recording }) {
  const { name } = recording;
  const scope = useScope();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useChange({
    run: () => deleteRecording(scope, recording),
    failure: 'Failed to delete the recording',
    done: () => ({ title: `“${name}” was deleted` }),
  });
  return (
    <>
      <IconButton
        label={`Delete ${name}`}
        size="sm"
        icon={<Trash2 className="size-4" aria-hidden />}
        onClick={() => setIsAsked(true)}
      />
      <ConfirmDialog
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title={`Delete “${name}”?`}
        confirmLabel="Delete recording"
        isDangerous
        onConfirm={() => remove.start(undefined)}
      >
        Tests that name it end with an error. Past runs stay. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function Sound({ recording }: { recording: Recording }) {
  const { data, error, refetch } = useQuery(recordingAudioQuery(useScope(), recording));
  if (error)
    return <RetryAlert what="the recording" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-12 w-full max-w-xl rounded-md" />;
  return (
    <div className="flex items-center gap-1">
      <AudioPlayer label={recording.name} file={data} />
      <IconButton
        size="sm"
        label={`Download ${recording.name}`}
        icon={<Download className="size-3.5" aria-hidden />}
        onClick={() => saveFile(data, recording.name.replaceAll('/', '-'))}
      />
    </div>
  );
}
