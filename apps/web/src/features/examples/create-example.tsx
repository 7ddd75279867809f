import { Sparkles } from 'lucide-react';
import { useExampleProject } from '#/features/projects/use-example-project.ts';
import { useInstallation } from '#/lib/installation.ts';
import { Button } from '#/ui/button.tsx';

/** Creates and opens the example project. Renders nothing if the demo bot is not running. */
export function CreateExample() {
  const creation = useExampleProject();
  if (!useInstallation()?.demoBotUrl) return null;
  return (
    <Button
      icon={<Sparkles className="size-4" aria-hidden />}
      isLoading={creation.isPending}
      onClick={() => void creation.start()}
    >
      Create example project
    </Button>
  );
}
