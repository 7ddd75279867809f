import { isBad, type RunCounts, type TestResult } from '@parley/suite';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { AcceptedWording } from '#/features/suites/accept-wording.ts';
import { useSingleKeysSetting } from '#/lib/single-keys.ts';
import { cx } from '#/ui/cx.ts';
import { SearchField } from '#/ui/search-field.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useSingleKeys } from '#/ui/use-single-keys.ts';
import type { VerdictPlace } from './override-dialog.tsx';
import { type OutcomeFilter, offeredOutcomes, testsWith } from './run-outcomes.ts';
import { groupTests, matchingTests, signatureOf } from './test-groups.ts';
import { TestList } from './test-list.tsx';
import { BackToTests, TestView } from './test-view.tsx';

/** The part of a run that the URL selects. Tests and steps are counted from 1, moments of a recording in milliseconds. */
export interface RunPlace {
  outcome: OutcomeFilter;
  test: number | undefined;
  step: number | undefined;
  at: number | undefined;
}

interface RunPanesProps {
  runId: string;
  suiteName: string;
  /** Undefined until loaded. */
  tests: TestResult[] | undefined;
  /** True if the run has ended. */
  isOver: boolean;
  /** True if all tests failed for one reason, which is shown above them. */
  isShared: boolean;
  /** True for the verdicts of the run itself, false for a re-evaluation. */
  isAsRun: boolean;
  /** Indexes of tests that failed in this run but passed in the previous one. */
  newFailures: ReadonlySet<number>;
  onAccept: ((wording: AcceptedWording) => void) | undefined;
  /** Opens the dialog to override a verdict. Undefined for users without the permission. */
  onOverride: ((place: VerdictPlace) => void) | undefined;
  place: RunPlace;
  onPlaceChange: (place: RunPlace) => void;
}

/** The list of tests, next to one test: the first failure, unless another test is selected. */
export function RunPanes(props: RunPanesProps) {
  if (!props.tests) return <Skeleton className="h-64 rounded-lg" />;
  if (props.tests.length === 0)
    return (
      <p className="py-8 text-center text-ink-muted text-sm">Tests appear when the run starts.</p>
    );
  return <Panes {...props} tests={props.tests} />;
}

/**
 * Index of the test to show: the one in the URL, or else the first. The first stays the same when its verdict is overridden,
 * in this or another tab.
 */
function useShownIndex(
  { tests, isOver, place }: Pick<RunPanesProps, 'isOver' | 'place'> & { tests: TestResult[] },
  first: number | undefined,
): { index: number | undefined; isNamed: boolean } {
  const [held, setHeld] = useState<{ index: number; outcome: OutcomeFilter }>();
  const { test, outcome } = place;
  const isNamed = test !== undefined && tests[test - 1] !== undefined;
  const isHeld = held?.outcome === outcome && tests[held.index] !== undefined;
  const byItself = isHeld ? held.index : first;
  useEffect(() => {
    if (isOver && !isNamed && byItself !== undefined) setHeld({ index: byItself, outcome });
  }, [isOver, isNamed, byItself, outcome]);
  return { index: isNamed ? test - 1 : byItself, isNamed };
}

/**
 * The tests that match an outcome and a text, grouped by cause. While the run is active there is only one group, so that rows
 * stay in place.
 */
function useGroups(
  tests: TestResult[],
  outcome: OutcomeFilter,
  { filter, isGrouped }: { filter: string; isGrouped: boolean },
) {
  return useMemo(() => {
    const found = matchingTests(testsWith(tests, outcome), filter);
    return isGrouped ? groupTests(found) : [{ key: 'all', title: '', tests: found }];
  }, [tests, outcome, filter, isGrouped]);
}

function Panes(props: RunPanesProps & { tests: TestResult[] }) {
  const { runId, suiteName, tests, isOver, isShared, newFailures, place, onPlaceChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState('');
  const [wanted, setPane] = useState<'list' | 'test'>('test');
  const [isByKey, setIsByKey] = useState(false);

  const groups = useGroups(tests, place.outcome, { filter, isGrouped: useSettled(isOver, list) });
  const listed = groups.flatMap((group) => group.tests);
  const failures = listed.filter(({ test }) => isBad(test.outcome));
  const first = failures[0] ?? listed.find(({ test }) => test.outcome === 'running') ?? listed[0];
  const { index, isNamed } = useShownIndex(props, first?.index);
  const shown = index === undefined ? undefined : tests[index];
  const pane = shown ? wanted : 'list';
  const alike = useMemo(() => alikeIn(tests, isOver ? shown : undefined), [tests, isOver, shown]);
  const { previous, next } = neighbours(failures, listed, index);

  function select(to: number, byKey = false) {
    setIsByKey(byKey);
    setPane('test');
    onPlaceChange({ ...place, test: to + 1, step: undefined, at: undefined });
  }
  const goTo = (to: number | undefined) => (to === undefined ? undefined : () => select(to, true));

  useSingleKeys({
    n: () => goTo(next)?.(),
    p: () => goTo(previous)?.(),
    '/': () => {
      setPane('list');
      requestAnimationFrame(() => list.current?.querySelector('input')?.focus());
    },
  });

  const isAlone = tests.length === 1;
  return (
    <div className="flex flex-col gap-x-6 lg:flex-row lg:items-start">
      {!isAlone && (
        <TestsPane
          ref={list}
          tests={tests}
          groups={groups}
          filter={filter}
          onFilter={setFilter}
          selected={index}
          onSelect={select}
          isOver={isOver}
          isHidden={pane === 'test'}
          newFailures={newFailures}
          place={place}
          onPlaceChange={onPlaceChange}
        />
      )}
      <TestPane isHidden={pane === 'list' && !(isAlone && shown)}>
        {shown && index !== undefined && (
          <TestView
            key={index}
            runId={runId}
            suiteName={suiteName}
            test={shown}
            index={index}
            step={isNamed ? place.step : undefined}
            atMs={isNamed ? place.at : undefined}
            isShared={isShared}
            alike={alike}
            isOver={isOver}
            isAsRun={props.isAsRun}
            isFocused={isByKey}
            back={!isAlone && <BackToTests count={tests.length} onBack={() => setPane('list')} />}
            onPrevious={goTo(previous)}
            onNext={goTo(next)}
            onAccept={props.onAccept}
            onOverride={props.onOverride}
          />
        )}
      </TestPane>
    </div>
  );
}

/** @returns true after the run has ended and nobody points at the list, whose rows would move */
function useSettled(isOver: boolean, list: RefObject<HTMLElement | null>): boolean {
  const [isSettled, setIsSettled] = useState(isOver);
  useEffect(() => {
    if (!isOver || isSettled) return;
    const look = () => {
      if (!list.current?.matches(':hover, :focus-within')) setIsSettled(true);
    };
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [isOver, isSettled, list]);
  return isSettled;
}

/** Failures before and after the displayed test, in list order. */
function neighbours(
  failures: readonly { index: number }[],
  listed: readonly { index: number }[],
  shown: number | undefined,
): { previous: number | undefined; next: number | undefined } {
  const at = listed.findIndex(({ index }) => index === shown);
  const places = new Map(listed.map(({ index }, place) => [index, place]));
  const placeOf = ({ index }: { index: number }) => places.get(index) ?? -1;
  return {
    previous: failures.findLast((test) => placeOf(test) < at)?.index,
    next: failures.find((test) => placeOf(test) > at)?.index,
  };
}

/** Number of other tests that failed for the same cause. */
function alikeIn(tests: readonly TestResult[], shown: TestResult | undefined): number {
  if (!shown || !isBad(shown.outcome)) return 0;
  const signature = signatureOf(shown);
  const isAlike = (test: TestResult) =>
    test !== shown && isBad(test.outcome) && signatureOf(test) === signature;
  return tests.filter(isAlike).length;
}

function countsOf(tests: TestResult[]) {
  const counts: RunCounts = {
    total: tests.length,
    passed: 0,
    failed: 0,
    error: 0,
    undecided: 0,
    skipped: 0,
    pending: 0,
  };
  for (const { outcome } of tests) counts[outcome === 'running' ? 'pending' : outcome] += 1;
  return counts;
}

interface TestsPaneProps
  extends Pick<RunPanesProps, 'isOver' | 'newFailures' | 'place' | 'onPlaceChange'> {
  ref: RefObject<HTMLDivElement | null>;
  tests: TestResult[];
  /** The listed tests. */
  groups: ReturnType<typeof groupTests>;
  filter: string;
  onFilter: (filter: string) => void;
  /** Index of the displayed test. */
  selected: number | undefined;
  onSelect: (index: number) => void;
  /** True if only the other pane is shown on narrow screens. */
  isHidden: boolean;
}

/** The list of tests with its filters. */
function TestsPane(props: TestsPaneProps) {
  const { ref, tests, groups, filter, onFilter, selected, onSelect, isHidden } = props;
  const { isOver, newFailures, place, onPlaceChange } = props;
  const hasKeys = useSingleKeysSetting();
  const offered = offeredOutcomes(countsOf(tests), place.outcome);
  return (
    <section
      ref={ref}
      aria-label="Tests"
      className={cx(
        'flex max-h-[calc(100dvh-8rem)] flex-col rounded-lg bg-surface shadow-card ring-1 ring-line lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:w-80 lg:shrink-0',
        isHidden && 'max-lg:hidden',
      )}
    >
      <div className="flex flex-col gap-2 border-line border-b p-2">
        <SearchField
          value={filter}
          onChange={onFilter}
          delayMs={100}
          placeholder={hasKeys ? 'Filter tests ( / )' : 'Filter tests'}
          label="Filter tests"
        />
        {(offered.length > 2 || place.outcome !== 'all') && (
          <div className="overflow-x-auto">
            <SegmentedControl
              label="Show tests by outcome"
              value={place.outcome}
              onChange={(outcome) =>
                onPlaceChange({ outcome, test: undefined, step: undefined, at: undefined })
              }
              segments={offered.map(({ outcome: value, label, count }) => ({
                value,
                label: `${label} ${count}`,
              }))}
            />
          </div>
        )}
      </div>
      {groups.some(({ tests: found }) => found.length > 0) ? (
        <TestList
          groups={groups}
          selected={selected}
          onSelect={onSelect}
          isOver={isOver}
          newFailures={newFailures}
        />
      ) : (
        <p className="px-3 py-8 text-center text-ink-muted text-sm">
          {filter ? 'No tests match.' : 'No tests with this outcome.'}
        </p>
      )}
    </section>
  );
}

interface TestPaneProps {
  /** True if only the other pane is shown on narrow screens. */
  isHidden: boolean;
  /** The test; false if there is none. */
  children: ReactNode;
}

function TestPane({ isHidden, children }: TestPaneProps) {
  const hidden = isHidden && 'max-lg:hidden';
  return children ? (
    <div
      className={cx(
        'min-w-0 flex-1 rounded-lg bg-surface p-4 shadow-card ring-1 ring-line sm:p-5',
        hidden,
      )}
    >
      {children}
    </div>
  ) : (
    <p className={cx('flex-1 py-8 text-center text-ink-muted text-sm', hidden)}>No test to show.</p>
  );
}
