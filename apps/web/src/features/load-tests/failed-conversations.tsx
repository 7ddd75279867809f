import type { LoadReport } from '@parley/contract';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { printDuration } from './duration-text.ts';

type Failed = LoadReport['failures'][number];

/** Failure counts by cause, with examples of failed conversations. */
export function FailedConversations({ report }: { report: LoadReport }) {
  const { errors, failures, counts } = report;
  if (errors.length === 0) return null;
  return (
    <Card
      title="Failed conversations"
      subtitle={`${formatNumber(counts.failed)} failed; ${failures.length} of them shown.`}
    >
      <ul className="flex flex-col gap-1.5 text-sm">
        {errors.map(({ class: kind, code, count, message }) => (
          <li key={`${kind} ${code}`} className="flex flex-wrap gap-x-2">
            <span className="font-medium text-ink tabular">{formatNumber(count)} ×</span>
            <span className="text-ink">{failureClassNames[kind]}</span>
            <span className="min-w-0 break-words text-ink-muted">{message}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col divide-y divide-line border-line border-t">
        {failures.map((failed, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <Conversation key={index} failed={failed} />
        ))}
      </div>
    </Card>
  );
}

function Conversation({ failed }: { failed: Failed }) {
  const { test, second, failure, turns } = failed;
  return (
    <details className="group py-2">
      <summary className="flex min-h-6 cursor-pointer flex-wrap gap-x-2 rounded-sm text-sm">
        <span className="font-medium text-ink">{test}</span>
        <span className="text-ink-muted">after {printDuration(second)}</span>
        <span className="text-failed">{failureClassNames[failure.class]}</span>
      </summary>
      <div className="mt-2 flex flex-col gap-2 pl-4 text-sm">
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <dl key={index} className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-1">
            <dt className="text-ink-muted">Message</dt>
            <dd className="break-words text-ink">{turn.sent || '(nothing)'}</dd>
            <dt className="text-ink-muted">Reply</dt>
            <dd className="break-words text-ink">
              {turn.reply ?? '(none)'}
              {turn.latencyMs !== null && (
                <span className="ml-2 text-ink-muted text-xs tabular">
                  {formatDuration(turn.latencyMs)}
                </span>
              )}
            </dd>
          </dl>
        ))}
        <p className="break-words text-failed">{failure.message}</p>
        {failure.hint && <p className="text-ink-muted">{failure.hint}</p>}
      </div>
    </details>
  );
}
