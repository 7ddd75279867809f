import type { Verdict, Vote } from '@parley/suite';
import { Check, CircleHelp, CircleSlash2, Lightbulb, Plus, Scale, X } from 'lucide-react';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { Difference } from './difference.tsx';
import { ruleInWords } from './rule-in-words.ts';

interface VerdictViewProps {
  verdict: Verdict;
  /** True to show only the rule, because the reason is shown elsewhere. */
  isBrief?: boolean;
  /** Accepts the bot's wording as an alternative; undefined if that is not possible. */
  onAccept?: ((wording: string) => void) | undefined;
}

/**
 * Explains why an expectation passed or failed: the rule, the expected and the actual text, and what would pass. A check that
 * could not fail is marked.
 */
export function VerdictView({ verdict, isBrief = false, onAccept }: VerdictViewProps) {
  const { passed, standing, hint, score, votes, vacuous, isAbsent } = verdict;
  return (
    <div className="min-w-0 text-sm">
      <p className="flex items-start gap-1.5">
        {vacuous !== undefined ? (
          <CircleSlash2
            role="img"
            aria-label="Could not fail"
            className="mt-0.5 size-4 shrink-0 text-error"
          />
        ) : passed ? (
          <Check role="img" aria-label="Passed" className="mt-0.5 size-4 shrink-0 text-passed" />
        ) : standing !== undefined ? (
          <CircleHelp
            role="img"
            aria-label={standing === 'error' ? 'Not checked' : 'Undecided'}
            className="mt-0.5 size-4 shrink-0 text-error"
          />
        ) : (
          <X role="img" aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-failed" />
        )}
        <span className={cx('min-w-0 break-words', passed ? 'text-ink-muted' : 'text-ink')}>
          {ruleInWords(verdict)}
          {passed && isAbsent && vacuous === undefined && (
            <span className="text-ink-muted"> · passed because there was nothing to check</span>
          )}
          {score !== undefined && (
            <span className="whitespace-nowrap text-ink-muted tabular">
              {' '}
              · {Math.floor(score * 100)}% similar
            </span>
          )}
        </span>
      </p>
      {vacuous !== undefined && (
        <p className="mt-1 ml-5.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted text-xs">
          <Badge tone="error">Could not fail</Badge>
          <span className="min-w-0 break-words">{vacuous}</span>
        </p>
      )}
      {passed && votes && (
        <div className="mt-1 ml-5.5">
          <Votes votes={votes} judge={verdict.judge?.name} />
        </div>
      )}
      {!passed && !isBrief && (
        <div className="mt-2 ml-5.5 flex flex-col gap-2 rounded-md bg-surface px-3 py-2.5 ring-1 ring-line ring-inset">
          <Comparison verdict={verdict} />
          {votes && <Votes votes={votes} judge={verdict.judge?.name} />}
          {hint && !votes && (
            <p className="flex items-start gap-1.5 text-ink-muted text-xs">
              <Lightbulb className="mt-0.5 size-3.5 shrink-0 text-error" aria-hidden />
              {hint}
            </p>
          )}
          {onAccept && canBeAccepted(verdict) && (
            <Button
              size="sm"
              icon={<Plus className="size-3.5" aria-hidden />}
              onClick={() => onAccept(verdict.actual ?? '')}
              className="self-start"
            >
              Accept this wording
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The votes of the judge, with their reasons. */
export function Votes({ votes, judge }: { votes: Vote[]; judge?: string | undefined }) {
  const inFavour = votes.filter(({ holds }) => holds).length;
  return (
    <div className="text-xs">
      <p className="text-ink-muted">
        {votes.length === 1 ? 'Judge' : `${inFavour} of ${votes.length} judge votes in favor`}
        {judge !== undefined && ` (“${judge}”)`}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {votes.map(({ holds, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: votes keep their order
          <li key={index} className="flex items-start gap-1.5">
            <Scale
              role="img"
              aria-label={holds ? 'In favor' : 'Against'}
              className={cx('mt-0.5 size-3.5 shrink-0', holds ? 'text-passed' : 'text-failed')}
            />
            <span className="min-w-0 break-words text-ink">{reason || 'No reason given.'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Expected and actual text. If texts were compared, differing words are highlighted. */
function Comparison({ verdict }: { verdict: Verdict }) {
  const { expected, actual, actualLength, difference } = verdict;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {expected !== undefined && (
        <>
          <dt className="text-ink-muted">Expected</dt>
          <dd className="whitespace-pre-wrap break-words text-ink">{expected}</dd>
        </>
      )}
      <dt className="text-ink-muted">Actual</dt>
      <dd className="whitespace-pre-wrap break-words text-ink">
        {actual ?? <em className="text-ink-muted">nothing</em>}
        {actualLength !== undefined && (
          <em className="mt-1 block text-ink-muted">
            Shortened from {actualLength.toLocaleString('en-US')} characters. The reply above has
            all of it.
          </em>
        )}
      </dd>
      {difference && (
        <>
          <dt className="text-ink-muted">Difference</dt>
          <dd className="whitespace-pre-wrap break-words">
            <Difference parts={difference} />
          </dd>
        </>
      )}
    </dl>
  );
}

/**
 * @returns true if the actual text can be accepted as an alternative: the expectation compares texts, is not negated, and the
 * text is complete
 */
export function canBeAccepted({ assertion, actual, actualLength }: Verdict): boolean {
  const comparesTexts = ['contains', 'equals', 'fuzzy'].includes(assertion.operator);
  const isWhole = actual !== null && actual.trim() !== '' && actualLength === undefined;
  return comparesTexts && !assertion.negated && isWhole;
}
