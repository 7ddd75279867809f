import type { SuiteStanding } from '@parley/contract';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { toast } from '#/ui/toast.ts';
import { actOnSuites, type Failed } from './act-on-suites.ts';

export interface SuitesAction {
  /** Progress label, such as "Starting". */
  doing: string;
  /** Success message, such as "3 runs started". */
  done: (count: number) => string;
  /** Failure text that follows the number of suites, such as "could not be started". */
  failed: string;
  act: (suite: SuiteStanding) => Promise<unknown>;
  explain: (error: unknown) => string;
  /** Undoes the action for one suite. Offered for suites on which the action succeeded. */
  undo?: (suite: SuiteStanding) => Promise<unknown>;
}

interface Progress {
  doing: string;
  done: number;
  total: number;
}

interface Outcome {
  title: string;
  failed: Failed[];
}

export interface SuitesActions {
  progress: Progress | null;
  /** Failures of the last action; null if there were none. */
  outcome: Outcome | null;
  dismiss: () => void;
  start: (suites: readonly SuiteStanding[], action: SuitesAction) => Promise<void>;
}

/** Applies an action to several suites, and reports progress and failures. */
export function useSuitesAction(onFailed: (suiteIds: string[]) => void): SuitesActions {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function start(suites: readonly SuiteStanding[], action: SuitesAction): Promise<void> {
    const { doing, act, explain, undo } = action;
    const tell = (done: number) => setProgress({ doing, done, total: suites.length });
    setOutcome(null);
    tell(0);
    const failed = await actOnSuites(suites, act, explain, tell);
    setProgress(null);
    const missed = new Set(failed.map(({ suite }) => suite));
    const changed = suites.filter((suite) => !missed.has(suite));
    const title = action.done(changed.length);
    if (failed.length > 0) {
      setOutcome({ title: titleOf(failed, title, action), failed });
      onFailed(failed.map(({ suite }) => suite.suiteId));
    }
    toast({
      // The toast also reaches a user who has left the page meanwhile.
      ...(failed.length === 0
        ? { variant: 'success', title }
        : { variant: 'warning', title: titleOf(failed, title, action) }),
      ...(undo &&
        changed.length > 0 && {
          durationMs: undoMs,
          action: {
            label: 'Undo',
            onPress: () =>
              void start(changed, {
                doing: 'Undoing',
                done: (count) => `Undone for ${countOf(count, 'suite')}`,
                failed: 'could not be undone',
                act: undo,
                explain,
              }),
          },
        }),
    });
  }

  return { progress, outcome, dismiss: () => setOutcome(null), start };
}

const titleOf = (failed: Failed[], done: string, action: SuitesAction): string =>
  `${done}, ${countOf(failed.length, 'suite')} ${action.failed}`;

/** Milliseconds for which the toast offers to undo an action. */
const undoMs = 15_000;
