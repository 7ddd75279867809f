import type { Values } from '@parley/suite';
import { useMutation } from '@tanstack/react-query';
import { type AcceptedWording, acceptWording } from '#/features/suites/accept-wording.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { toast } from '#/ui/toast.ts';

/** Takes what the bot said over into the suite, from the page of a run. */
export function useAcceptWording(suiteId: string, ofDevice: Values | undefined) {
  const scope = useScope();
  return useMutation({
    // One after the other: two at a time would change the same version.
    scope: { id: `accept-wording ${suiteId}` },
    mutationFn: (accepted: AcceptedWording) =>
      acceptWording(scope, suiteId, { ...accepted, ofDevice }),
    onSuccess(suite) {
      if (suite) {
        const description = '“Re-evaluate” shows whether it passes now.';
        toast({
          variant: 'success',
          title: 'Wording added to the test suite',
          description,
        });
        return;
      }
      const description = 'Add the wording in the test suite.';
      toast({ variant: 'warning', title: 'This step has changed since the run', description });
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to update test suite') }),
  });
}
