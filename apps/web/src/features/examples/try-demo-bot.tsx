import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { explainRefusal } from '#/features/runs/explain-refusal.ts';
import { useInstallation } from '#/lib/installation.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { useChange } from '#/ui/use-change.ts';
import { runDemo } from './examples.queries.ts';

interface TryDemoBotProps {
  /** Project for the suite. Defaults to the server's choice. */
  projectId?: string;
}

/** Runs a suite against the demo bot and opens the run. Renders nothing if the demo bot is not running. */
export function TryDemoBot({ projectId }: TryDemoBotProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const demo = useChange({
    run: () => runDemo(scope, projectId === undefined ? {} : { projectId }),
    failure: 'Failed to start the run',
    explain: explainRefusal,
    onDone: ({ id }) => void navigate({ to: '/history/testruns/$runId', params: { runId: id } }),
  });
  if (!useInstallation()?.demoBotUrl) return null;
  return (
    <Button
      variant="primary"
      icon={<Play className="size-4" aria-hidden />}
      isLoading={demo.isPending}
      onClick={() => void demo.start()}
    >
      Try the demo bot
    </Button>
  );
}
