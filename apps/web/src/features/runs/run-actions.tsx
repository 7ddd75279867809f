import type { RunSummary } from '@parley/contract';
import { isBad, type TestResult } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  GitCompareArrows,
  Keyboard,
  MoreHorizontal,
  Pencil,
  RotateCw,
  Scale,
  Share2,
} from 'lucide-react';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { setSingleKeys, useSingleKeysSetting } from '#/lib/single-keys.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx';
import { useChange } from '#/ui/use-change.ts';
import { CancelButton } from './cancel-button.tsx';
import { explainRefusal } from './explain-refusal.ts';
import { hasEnded } from './run-log.ts';
import { earlierRunsQuery, startRun } from './runs.queries.ts';
import { ShareDialog } from './share-dialog.tsx';

interface RunActionsProps {
  run: RunSummary;
  /** Undefined until loaded. */
  tests: TestResult[] | undefined;
  /** Re-evaluates the run with the current suite. */
  onReevaluate: () => void;
}

/** Actions for a run: the two most likely ones as buttons, the rest in a menu. */
export function RunActions({ run, tests, onReevaluate }: RunActionsProps) {
  const { id: runId, suiteId } = run;
  const isGoing = !hasEnded(run);
  const [isSharing, setIsSharing] = useState(false);
  const { data: earlier, isLoading: isLoadingEarlier } = useQuery({
    ...earlierRunsQuery(useScope(), runId),
    enabled: !isGoing,
  });
  const { previous, lastGreen } = earlier ?? {};
  // After several failures, the last passed run is a better base: the previous run probably failed for the same reason.
  const isLongBroken = run.status !== 'passed' && lastGreen && lastGreen.id !== previous?.id;
  const base = isGoing ? undefined : isLongBroken ? lastGreen : previous;
  const failed = tests?.filter(({ outcome }) => isBad(outcome)).map(({ name }) => name);
  const start = useStartAgain(run);
  const bad = failed?.length ?? badIn(run);
  const isPartly = bad > 0 && bad < (tests?.length ?? run.counts.total);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isGoing && <CancelButton run={run} />}
      {isLoadingEarlier && (
        // Reserves space, so that the buttons do not wrap and move the page later.
        <span aria-hidden className={cx(buttonClass(), 'invisible')}>
          <GitCompareArrows className="size-4" />
          Compare with previous
        </span>
      )}
      {base && (
        <Link
          to="/history/compare"
          search={{ base: base.id, with: runId }}
          className={buttonClass()}
        >
          <GitCompareArrows className="size-4" aria-hidden />
          {base === previous ? 'Compare with previous' : 'Compare with last passed'}
        </Link>
      )}
      {!isGoing && suiteId && (
        <Button
          variant="primary"
          icon={<RotateCw className="size-4" aria-hidden />}
          isLoading={start.isPending}
          disabled={isPartly && !failed}
          onClick={() => void start.start(isPartly ? failed : undefined)}
        >
          {isPartly ? rerunInWords(bad) : 'Run again'}
        </Button>
      )}
      <RunMenu
        run={run}
        isPartly={isPartly}
        previous={base === previous ? undefined : previous}
        onRunAgain={() => void start.start(undefined)}
        onReevaluate={onReevaluate}
        onShare={() => setIsSharing(true)}
      />
      {isSharing && <ShareDialog runId={runId} onClose={() => setIsSharing(false)} />}
    </div>
  );
}

interface RunMenuProps {
  run: RunSummary;
  /** True if some tests failed but not all. */
  isPartly: boolean;
  /** The previous run, unless a button next to the menu already compares with it. */
  previous: { id: string } | null | undefined;
  onRunAgain: () => void;
  onReevaluate: () => void;
  onShare: () => void;
}

function RunMenu(props: RunMenuProps) {
  const { run, isPartly, previous, onRunAgain, onReevaluate, onShare } = props;
  const { id: runId, suiteId } = run;
  const isGoing = !hasEnded(run);
  const hasKeys = useSingleKeysSetting();
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          variant="secondary"
          label="More actions"
          icon={<MoreHorizontal className="size-4" aria-hidden />}
        />
      }
    >
      {!isGoing && suiteId && isPartly && (
        <MenuItem
          icon={<RotateCw aria-hidden />}
          onSelect={onRunAgain}
          note="All tests, with the current suite"
        >
          Run again
        </MenuItem>
      )}
      {!isGoing && suiteId && (
        <MenuItem
          icon={<Scale aria-hidden />}
          onSelect={onReevaluate}
          note="With the current suite, without contacting the bot"
        >
          Re-evaluate
        </MenuItem>
      )}
      {previous && !isGoing && (
        <MenuLink
          icon={<GitCompareArrows aria-hidden />}
          render={<Link to="/history/compare" search={{ base: previous.id, with: runId }} />}
        >
          Compare with previous
        </MenuLink>
      )}
      <MenuItem icon={<Share2 aria-hidden />} onSelect={onShare}>
        Share
      </MenuItem>
      {suiteId && (
        <MenuLink
          icon={<Pencil aria-hidden />}
          render={<Link to="/test-suite/$testSuiteId" params={{ testSuiteId: suiteId }} />}
        >
          Open test suite
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Keyboard aria-hidden />}
        onSelect={() => setSingleKeys(!hasKeys)}
        note="n: next failure, p: previous failure, /: filter tests"
      >
        {hasKeys ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
      </MenuItem>
    </Menu>
  );
}

const badIn = ({ counts: { total, passed, skipped, pending } }: RunSummary) =>
  total - passed - skipped - pending;

const rerunInWords = (failed: number) =>
  failed === 1 ? 'Rerun failed test' : `Rerun ${failed} failed tests`;

/**
 * Runs all tests or the given tests of the current suite, and opens the new run. It keeps the environment and the number of
 * tries, but not the label, because the tested version may have changed.
 */
function useStartAgain({ suiteId, environment, repeat }: RunSummary) {
  const scope = useScope();
  const navigate = useNavigate();
  return useChange({
    run: (tests: string[] | undefined) =>
      startRun(scope, suiteId ?? '', {
        ...(tests && { tests }),
        ...(environment !== null && { environment }),
        ...(repeat !== null && { repeat }),
      }),
    failure: 'Failed to start the run',
    explain: explainRefusal,
    onDone: ({ id }) => void navigate({ to: '/history/testruns/$runId', params: { runId: id } }),
  });
}
