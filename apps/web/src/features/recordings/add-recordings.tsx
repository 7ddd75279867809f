import { recordingUploadBytesMax } from '@parley/contract';
import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { base64Of } from '#/lib/base64-of.ts';
import { countOf } from '#/lib/format-number.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { toast } from '#/ui/toast.ts';
import { recordingNameOf } from './recording-name.ts';
import { addRecording } from './recordings.queries.ts';

interface AddRecordingsProps {
  projectId: string;
  isFull: boolean;
}

/** Uploads WAV files as recordings of a project, named after the files. */
export function AddRecordings({ projectId, isFull }: AddRecordingsProps) {
  const scope = useScope();
  const input = useRef<HTMLInputElement>(null);
  const [isAdding, setIsAdding] = useState(false);

  /** @returns true if the file was added */
  async function add(file: File): Promise<boolean> {
    const name = recordingNameOf(file.name);
    try {
      if (file.size > recordingUploadBytesMax) throw new Error('too large');
      await addRecording(scope, projectId, { name, audio: await base64Of(file) });
      return true;
    } catch (error) {
      const description =
        file.size > recordingUploadBytesMax
          ? 'A file has at most 3 MB. One channel and 8,000 samples a second are as good here.'
          : messageOr(error, 'Check your connection, then try again.');
      toast({ variant: 'destructive', title: `“${file.name}” was not added`, description });
      return false;
    }
  }

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length === 0) return;
    setIsAdding(true);
    let added = 0;
    for (const file of files) if (await add(file)) added += 1;
    setIsAdding(false);
    if (added > 0) toast({ variant: 'success', title: `${countOf(added, 'recording')} added` });
  }

  return (
    <>
      <Button
        variant="primary"
        icon={<FileUp className="size-4" aria-hidden />}
        isLoading={isAdding}
        disabled={isFull}
        onClick={() => input.current?.click()}
      >
        Add recordings
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept=".wav,audio/wav"
        aria-label="WAV files to add"
        tabIndex={-1}
        onChange={(event) => void take(event)}
        className="hidden"
      />
    </>
  );
}
