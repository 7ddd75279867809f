import { Sparkles } from 'lucide-react';
import { useExampleProject } from '#/features/projects/use-example-project.ts';
import { useInstallation } from '#/lib/installation.ts';
import { Button } from '#/ui/button.tsx';

/** Creates the example project and opens it. Renders nothing if no demo bot runs. */
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
