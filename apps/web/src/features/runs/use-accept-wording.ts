import type { Values } from '@parley/suite';
import { type AcceptedWording, acceptWording } from '#/features/suites/accept-wording.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';

/** Takes what the bot said over into the suite, from the page of a run. */
export function useAcceptWording(suiteId: string, ofDevice: Values | undefined) {
  const scope = useScope();
  return useChange({
    // One after the other: two at a time would change the same version.
    queue: `accept-wording ${suiteId}`,
    run: (accepted: AcceptedWording) => acceptWording(scope, suiteId, { ...accepted, ofDevice }),
    failure: 'Failed to update test suite',
    done: (suite) =>
      suite
        ? {
            title: 'Wording added to the test suite',
            description: '“Re-evaluate” shows whether it passes now.',
          }
        : {
            variant: 'warning',
            title: 'This step has changed since the run',
            description: 'Add the wording in the test suite.',
          },
  });
}
