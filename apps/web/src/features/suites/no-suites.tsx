import { FlaskConical, Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useInstallation } from '#/lib/installation.ts';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { useSuiteList } from './suite-list.store.ts';

interface NoSuitesProps {
  /** Ways to get started other than creating a suite. */
  firstSteps: ReactNode;
  onCreate: () => void;
}

/** Shown if the list is empty. Explains how to get started, or how to reset the filters. */
export function NoSuites({ firstSteps, onCreate }: NoSuitesProps) {
  const hasDemoBot = Boolean(useInstallation()?.demoBotUrl);
  const { search, platform, setSearch, setPlatform } = useSuiteList();
  if (search || platform !== 'all') {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No test suites match"
        action={
          <Button
            onClick={() => {
              setSearch('');
              setPlatform('all');
            }}
          >
            Show all test suites
          </Button>
        }
      >
        Search for part of the name, or choose another platform.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<FlaskConical aria-hidden />}
      title="No test suites yet"
      action={
        <>
          {firstSteps}
          <Button
            variant={hasDemoBot ? 'secondary' : 'primary'}
            icon={<Plus className="size-4" aria-hidden />}
            onClick={onCreate}
          >
            New test suite
          </Button>
        </>
      }
    >
      A test suite contains conversations that you expect from your bot. A new one starts with a
      test against the demo bot, so you can run it right away.
    </EmptyState>
  );
}
