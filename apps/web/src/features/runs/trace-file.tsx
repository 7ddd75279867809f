import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#/lib/save-file.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { toast } from '#/ui/toast.ts';
import type { EvidenceProps } from './evidence-props.ts';
import { fetchEvidence } from './runs.queries.ts';

/** Downloads a trace for Playwright's trace viewer. */
export function TraceFile({ holder, id }: EvidenceProps) {
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
