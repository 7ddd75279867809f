import type { Overview } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Radar } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { useInstallation } from '#/lib/installation.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { useNow } from '#/ui/use-now.ts';
import { causeKey, inOrder, withCare } from './broken-order.ts';
import { BrokenRow } from './broken-row.tsx';
import { changeLabels, changeTones } from './fault-labels.ts';
import { detailsOf, headlineOf, isAllGreen } from './headline.ts';
import { overviewQuery, refreshMs } from './overview.queries.ts';
import { ProjectDays } from './project-days.tsx';
import { itemsOf } from './seen-until.ts';
import { useFollowedRuns } from './use-followed-runs.ts';
import { useHeld } from './use-held.ts';
import { useLastLook } from './use-last-look.ts';

interface OverviewScreenProps {
  /** Ways to get started, shown until the first suite exists. */
  firstSteps: ReactNode;
}

/** Current failures with their start and cause, recent changes, and the projects' results. */
export function OverviewScreen({ firstSteps }: OverviewScreenProps) {
  useFollowedRuns();
  const query = useQuery(overviewQuery(useScope()));
  return (
    <ListFrame query={query.data ? { ...query, isError: false } : query} what="the overview">
      {query.data && (
        <Found
          overview={query.data}
          firstSteps={firstSteps}
          updatedAt={query.dataUpdatedAt}
          onRetry={() => void query.refetch()}
        />
      )}
    </ListFrame>
  );
}

interface FoundProps extends OverviewScreenProps {
  overview: Overview;
  updatedAt: number;
  onRetry: () => void;
}

function Found({ overview, firstSteps, updatedAt, onRetry }: FoundProps) {
  const [isHeld, setHeld] = useState(false);
  const { shown: held, isBehind, show } = useHeld(overview, isHeld);
  const [order, setOrder] = useState<string[]>([]);
  const shown = { ...held, broken: inOrder(withCare(held.broken, overview.broken), order) };
  const clock = useNow(true, 10_000);
  // The browser's clock may be wrong, so only the elapsed time is taken from it.
  const now = Date.parse(overview.at) + clock - updatedAt;
  const look = useLastLook(shown);
  const news = countNews(shown, look.isNew);
  if (overview.suites.total === 0) return <NothingTested firstSteps={firstSteps} />;
  const isStale = clock - updatedAt > 3 * refreshMs;
  return (
    <>
      <PageHeader
        title={headlineOf(shown)}
        description={
          <>
            {detailsOf(shown)}
            {look.seenUntil !== null && (
              <span className="block">
                {news === 0 ? 'Nothing new' : `${news} new`} since you last looked,{' '}
                <time dateTime={look.seenUntil} title={formatDateTime(look.seenUntil)}>
                  {formatRelative(look.seenUntil, now)}
                </time>
              </span>
            )}
          </>
        }
        actions={news > 0 && <Button onClick={look.markSeen}>Mark as seen</Button>}
      />
      {isStale && (
        <Alert
          tone="warning"
          title={`Not updated since ${formatDateTime(new Date(updatedAt).toISOString())}`}
          actions={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          These results may be out of date.
        </Alert>
      )}
      {isAllGreen(shown) ? (
        <p className="flex items-center gap-2 text-ink text-sm">
          <CircleCheck aria-hidden className="size-4 text-passed" />
          Every suite passed in its last run.
        </p>
      ) : (
        <Broken
          overview={shown}
          now={now}
          isNew={look.isNew}
          onHold={setHeld}
          onAct={() => setOrder(shown.broken.map(causeKey))}
          note={
            isBehind && (
              <Button
                size="sm"
                onClick={() => {
                  setOrder([]);
                  show();
                }}
              >
                Show new results
              </Button>
            )
          }
        />
      )}
      <div className="grid gap-5 xl:grid-cols-[3fr_2fr]">
        <Changes overview={shown} isNew={look.isNew} />
        <ProjectDays overview={shown} />
      </div>
    </>
  );
}

/** Number of causes to show at first. A button reveals the rest. */
const firstCauses = 25;

/** Number of listed causes and changes since the last visit. */
const countNews = (overview: Overview, isNew: (at: string) => boolean): number =>
  itemsOf(overview).filter(({ at }) => isNew(at)).length;

interface BrokenProps {
  overview: Overview;
  now: number;
  isNew: (at: string) => boolean;
  onHold: (isHeld: boolean) => void;
  onAct: () => void;
  note: ReactNode;
}

function Broken({
  overview: { broken, moreBroken, changes },
  now,
  isNew,
  onHold,
  onAct,
  note,
}: BrokenProps) {
  const [isWhole, setWhole] = useState(false);
  if (broken.length === 0) return null;
  const shown = isWhole ? broken : broken.slice(0, firstCauses);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that somebody is in it
    <div
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <Card
        isFlush
        title="Broken now"
        subtitle="One row for each cause"
        actions={note}
        className="overflow-hidden"
      >
        <ul aria-label="Broken now">
          {shown.map((cause) => (
            <BrokenRow key={causeKey(cause)} {...{ cause, changes, now, isNew, onAct }} />
          ))}
        </ul>
        {shown.length < broken.length && (
          <div className="border-line border-t px-5 py-3">
            <Button size="sm" onClick={() => setWhole(true)}>
              Show all {broken.length} causes
            </Button>
          </div>
        )}
        {moreBroken > 0 && (isWhole || broken.length <= firstCauses) && (
          <p className="border-line border-t px-5 py-3 text-ink-muted text-sm">
            {moreBroken} more causes are not listed.
          </p>
        )}
      </Card>
    </div>
  );
}

interface ChangesProps {
  overview: Overview;
  isNew: (at: string) => boolean;
}

function Changes({ overview: { changes, moreChanges }, isNew }: ChangesProps) {
  return (
    <Card isFlush title="What changed" subtitle="Last 24 hours" className="overflow-hidden">
      {changes.length === 0 && (
        <p className="px-5 pb-5 text-ink-muted text-sm">
          Nothing differs from the last whole runs before that.
        </p>
      )}
      <ul aria-label="What changed">
        {changes.map(({ kind, suiteId, suiteName, environment, test, at, before, after }) => (
          <li
            key={JSON.stringify([kind, suiteId, environment, test])}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-5 py-2.5 text-sm"
          >
            {isNew(at) && <Badge tone="accent">New</Badge>}
            <Badge tone={changeTones[kind]}>{changeLabels[kind]}</Badge>
            <span className="min-w-0 flex-1 basis-48 break-words text-ink">
              {test ? `${suiteName}: ${test}` : suiteName}
              {environment && <span className="text-ink-muted"> ({environment})</span>}
            </span>
            <Link
              to="/history/compare"
              search={{ base: before, with: after }}
              aria-label={`Compare the runs of ${test ?? suiteName}`}
              className={buttonClass({ size: 'sm' })}
            >
              Compare
            </Link>
          </li>
        ))}
      </ul>
      {moreChanges > 0 && (
        <p className="border-line border-t px-5 py-2.5 text-ink-muted text-sm">
          {moreChanges} more changes are not listed.
        </p>
      )}
    </Card>
  );
}

function NothingTested({ firstSteps }: OverviewScreenProps) {
  const hasDemoBot = Boolean(useInstallation()?.demoBotUrl);
  return (
    <EmptyState
      icon={<Radar aria-hidden />}
      headingLevel={1}
      title="Nothing is tested yet"
      action={
        <>
          {firstSteps}
          <Link
            to="/projects"
            className={buttonClass({ variant: hasDemoBot ? 'secondary' : 'primary' })}
          >
            Create a test suite
          </Link>
          <Link to="/devices" className={buttonClass()}>
            Set up a virtual device
          </Link>
        </>
      }
    >
      This page shows what fails, since when and why. Create a project with a test suite and run it.
    </EmptyState>
  );
}
