import type { BrokenCause, OverviewChange } from '@parley/contract';
import { expectedInWords } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { BellOff, Check, UserRound } from 'lucide-react';
import { IncidentActions } from '#/features/monitoring/incident-actions.tsx';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { changeLabels, changeTones, faultLabels, faultTones } from './fault-labels.ts';
import { RunStrip } from './run-strip.tsx';

type Member = BrokenCause['members'][number];

interface BrokenRowProps {
  cause: BrokenCause;
  /** Recent changes in all suites. */
  changes: readonly OverviewChange[];
  now: number;
  /** @returns true if the failure became known after the member's last visit */
  isNew: (knownAt: string) => boolean;
  /** Called when the user changes an incident in this row. */
  onAct: () => void;
}

/**
 * A cause of failures: the difference between expected and actual reply, where it occurs, since when, whether the test was
 * edited, and who is working on it.
 */
export function BrokenRow({ cause, changes, now, isNew, onAct }: BrokenRowProps) {
  const { fault, members, memberCount, expected, got, since, runs } = cause;
  const [first] = members;
  if (!first) return null;
  const others = memberCount - 1;
  const ofFirst = changes.filter(
    ({ suiteId, environment, test }) =>
      suiteId === first.suiteId &&
      environment === first.environment &&
      (test === null || test === first.test),
  );
  const hasKind = (kind: OverviewChange['kind']) => ofFirst.some((change) => change.kind === kind);
  return (
    <li className="@container border-line border-t px-5 py-3">
      <div className="flex @3xl:flex-row flex-col @3xl:items-start gap-x-5 gap-y-2">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {isNew(cause.spreadAt) && (
              <Badge tone="accent">{isNew(cause.knownAt) ? 'New' : 'New place'}</Badge>
            )}
            <Badge tone={faultTones[fault]}>{faultLabels[fault]}</Badge>
            {hasKind('unsteady') && (
              <Badge tone={changeTones.unsteady}>{changeLabels.unsteady}</Badge>
            )}
            <SuiteLink member={first} />
            {others > 0 && (
              <span className="text-ink-muted text-sm">
                and {others === 1 ? '1 other place' : `${others} other places`}, same cause
              </span>
            )}
          </div>
          <p dir="auto" className="mt-1 line-clamp-3 break-words text-failed text-sm">
            Got “{got}”
          </p>
          {expected && (
            <p dir="auto" className="line-clamp-2 break-words text-ink-muted text-sm">
              Expected: {expectedInWords(expected)}
            </p>
          )}
          <p className="mt-0.5 break-words text-ink-muted text-xs">
            {placeOf(first)}
            {hasKind('broke') && ' · test not edited in the last 24 hours'}
            {hasKind('edited-and-broke') && (
              <strong className="font-medium text-ink">
                {' · test edited in the last 24 hours'}
              </strong>
            )}
          </p>
        </div>
        <div className="flex @3xl:w-48 shrink-0 flex-col gap-1">
          <RunStrip {...first} runs={runs} />
          <time dateTime={since} title={formatDateTime(since)} className="text-ink-muted text-xs">
            Failing since {formatRelative(since, now)}
          </time>
          <LastGreen member={first} now={now} />
        </div>
        <div className="flex @3xl:w-44 @5xl:w-60 shrink-0 flex-wrap @3xl:justify-end gap-2">
          <People member={first} />
          {first.runId && (
            <Link
              to="/history/testruns/$runId"
              params={{ runId: first.runId }}
              aria-label={`Open run of ${first.suiteName}`}
              className={buttonClass({ size: 'sm' })}
            >
              Open run
            </Link>
          )}
          <Actions member={first} onAct={onAct} />
        </div>
      </div>
      {others > 0 && <Members {...{ cause, now, isNew, onAct }} />}
    </li>
  );
}

function Members({
  cause: { members, memberCount },
  now,
  isNew,
  onAct,
}: Omit<BrokenRowProps, 'changes'>) {
  const more = memberCount - members.length;
  // Failed tests of a suite share an incident. Its actions are only offered once.
  const isRepeated = ({ incident }: Member, index: number) =>
    members.findIndex((other) => other.incident?.id === incident?.id) < index;
  return (
    <details className="mt-2 text-sm">
      <summary className="w-fit cursor-pointer rounded-sm text-ink-muted hover:text-ink">
        Show all {memberCount}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {members.map((member, index) => (
          <li
            key={JSON.stringify([member.suiteId, member.environment, member.test, member.step])}
            className="flex flex-wrap items-center gap-x-3 gap-y-1"
          >
            {isNew(member.knownAt) && <Badge tone="accent">New</Badge>}
            <SuiteLink member={member} />
            <span className="text-ink-muted text-xs">
              {placeOf(member)} · since {formatRelative(member.since, now)}
            </span>
            {member.runId && (
              <Link
                to="/history/testruns/$runId"
                params={{ runId: member.runId }}
                aria-label={`Open run of ${member.suiteName}`}
                className={linkClass}
              >
                Open run
              </Link>
            )}
            {index > 0 && !isRepeated(member, index) && (
              <>
                <People member={member} />
                <Actions member={member} onAct={onAct} />
              </>
            )}
          </li>
        ))}
        {more > 0 && <li className="text-ink-muted text-xs">{more} more are not listed.</li>}
      </ul>
    </details>
  );
}

function SuiteLink({ member: { suiteId, suiteName, environment, incident } }: { member: Member }) {
  const name = environment ? `${suiteName} (${environment})` : suiteName;
  const className = 'min-w-0 break-words font-medium text-ink text-sm hover:underline';
  return incident ? (
    <Link to="/history/monitors/$suiteId" params={{ suiteId }} className={className}>
      {name}
    </Link>
  ) : (
    <Link to="/test-suite/$testSuiteId" params={{ testSuiteId: suiteId }} className={className}>
      {name}
    </Link>
  );
}

function placeOf({ projectName, test, step, incident }: Member): string {
  return [
    test ?? 'The whole run',
    step && `step ${step}`,
    projectName,
    !incident && 'no incident',
    incident?.isPassingAgain && 'passes again, alert rule still triggered',
  ]
    .filter(Boolean)
    .join(' · ');
}

function LastGreen({ member: { lastGreen }, now }: { member: Member; now: number }) {
  if (!lastGreen) return <span className="text-ink-muted text-xs">Never passed as measured</span>;
  return (
    <Link
      to="/history/testruns/$runId"
      params={{ runId: lastGreen.runId }}
      title={formatDateTime(lastGreen.at)}
      className="w-fit text-ink-muted text-xs underline hover:text-ink"
    >
      Last passed {lastGreen.number !== null && `in #${lastGreen.number}, `}
      {formatRelative(lastGreen.at, now)}
    </Link>
  );
}

function People({ member: { incident } }: { member: Member }) {
  if (!incident) return null;
  const { acknowledged, assignee, snoozedUntil, snoozeScope } = incident;
  if (!assignee && !acknowledged && !snoozedUntil) return null;
  return (
    <div className="flex flex-wrap @3xl:justify-end gap-2">
      {assignee && <Badge icon={<UserRound aria-hidden />}>{assignee.name}</Badge>}
      {acknowledged && <Badge icon={<Check aria-hidden />}>Acknowledged</Badge>}
      {snoozedUntil && (
        <Badge icon={<BellOff aria-hidden />}>
          <span title={`Until ${formatDateTime(snoozedUntil)}`}>
            {snoozeScope === 'monitor' ? 'Muted' : 'Snoozed'}
          </span>
        </Badge>
      )}
    </div>
  );
}

function Actions({ member, onAct }: { member: Member; onAct: () => void }) {
  const { suiteId, suiteName, incident } = member;
  if (!incident) return null;
  const { id, acknowledged, assignee, snoozedUntil: until, snoozeScope: scope } = incident;
  return (
    <IncidentActions
      incident={{
        id,
        suiteId,
        isAcknowledged: acknowledged,
        assigneeId: assignee?.id ?? null,
        snoozed: until !== null && scope !== null ? { until, scope } : null,
      }}
      suiteName={suiteName}
      onStart={onAct}
    />
  );
}
