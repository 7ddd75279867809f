import { spokenSecondsMax } from '@parley/contract';
import { useEffect, useState } from 'react';
import { Button } from '#/ui/button.tsx';

/** Shows that the microphone is on and for how long, with a button that cancels the recording. */
export function RecordingStrip({ onCancel }: { onCancel: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="flex items-center gap-2 rounded-md bg-failed-soft px-3 py-1.5 text-ink text-sm">
      <span
        aria-hidden
        className="size-2 shrink-0 rounded-full bg-failed motion-safe:animate-pulse"
      />
      <span role="status">Recording</span>
      <span aria-hidden className="text-ink-muted tabular">
        {seconds} of {spokenSecondsMax} s
      </span>
      <Button size="sm" variant="ghost" className="ml-auto" onClick={onCancel}>
        Discard
      </Button>
    </div>
  );
}
