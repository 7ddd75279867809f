/** Wordings that were recently accepted in this tab and can still be undone. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Acceptance } from '#/features/suites/accept-wording.ts';

export interface RecentAcceptance extends Acceptance {
  suiteId: string;
  test: string;
  /** Number of the step, from 1. */
  step: number;
  wording: string;
  /** Name of the user who accepted it. Another user may have signed in since. */
  by: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Milliseconds for which an accepted wording can be undone without the editor. */
const takenBackWithinMs = 10 * 60_000;

const useStore = create<{ recent: RecentAcceptance[] }>(() => ({ recent: [] }));

export const noteAcceptance = (acceptance: RecentAcceptance): void =>
  useStore.setState(({ recent }) => ({ recent: [...recent, acceptance] }));

export const forgetAcceptance = (acceptance: RecentAcceptance): void =>
  useStore.setState(({ recent }) => ({ recent: recent.filter((one) => one !== acceptance) }));

/** Recent acceptances of a suite, newest first. */
export function useRecentAcceptances(suiteId: string): RecentAcceptance[] {
  const recent = useStore((state) => state.recent);
  const oldest = recent[0];
  useEffect(() => {
    if (!oldest) return;
    const timer = setTimeout(
      () => forgetAcceptance(oldest),
      Math.max(0, oldest.at + takenBackWithinMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [oldest]);
  return recent.filter((one) => one.suiteId === suiteId).toReversed();
}
