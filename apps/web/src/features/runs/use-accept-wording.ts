import type { StoredSuite } from '@parley/contract';
import {
  type Acceptance,
  type AcceptedWording,
  acceptWording,
  ChangedSince,
  takeBackWording,
} from '#/features/suites/accept-wording.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { forgetAcceptance, noteAcceptance, type RecentAcceptance } from './recent-acceptances.ts';

export interface PlannedWording {
  suite: Pick<StoredSuite, 'id' | 'version'>;
  accepted: AcceptedWording;
  plan: Acceptance;
}

interface Options {
  onDone: () => void;
  onFailed: () => void;
}

/** Accepts the bot's wording in the suite, from the page of a run. */
export function useAcceptWording({ onDone, onFailed }: Options) {
  const scope = useScope();
  return useChange({
    run: async ({ suite, accepted, plan }: PlannedWording) => {
      const { test, step, wording } = accepted;
      const change = await acceptWording(scope, suite, plan, accepted);
      noteAcceptance({
        ...change,
        suiteId: suite.id,
        test,
        step: step + 1,
        wording,
        by: useAuthStore.getState().user?.name ?? '',
        at: Date.now(),
      });
    },
    failure: 'Failed to update test suite',
    isProblemShown: true,
    done: () => ({
      title: 'Wording added to the test suite',
      description: '“Re-evaluate” shows whether it passes now.',
    }),
    onDone,
    onFailed,
  });
}

/** Undoes an accepted wording. */
export function useTakeBack() {
  const scope = useScope();
  return useChange({
    run: async (acceptance: RecentAcceptance) => {
      await takeBackWording(scope, acceptance.suiteId, acceptance);
      forgetAcceptance(acceptance);
    },
    failure: 'Failed to undo the change',
    explain: (error) => ({
      title: error instanceof ChangedSince ? error.message : 'Failed to undo the change',
    }),
    done: () => ({ title: 'Wording removed from the test suite' }),
  });
}
