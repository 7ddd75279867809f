import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { useScope } from '#/lib/session/scope.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import type { EvidenceProps } from './evidence-props.ts';
import { evidenceTextQuery } from './runs.queries.ts';

/** A text that is fetched when somebody opens it. */
export function EvidenceText({ holder, id, kind }: EvidenceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const scope = useScope();
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    ...evidenceTextQuery(scope, holder, id),
    enabled: isOpen,
  });
  return (
    <details
      className="w-full text-xs"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="rounded-sm text-ink-muted hover:text-ink">{kind.title}</summary>
      {isUnknown(error) ? (
        <p className="mt-1.5 text-ink-muted">Deleted after the retention period.</p>
      ) : error ? (
        <RetryAlert
          what={`the ${kind.noun}`}
          error={error}
          onRetry={() => void refetch()}
          className="mt-1.5"
        />
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
          tabIndex={0}
          className="mt-1.5 max-h-80 max-w-full overflow-auto whitespace-pre-wrap break-words rounded-md bg-surface p-3 font-mono text-ink ring-1 ring-line ring-inset"
        >
          {text ?? 'Loading…'}
        </pre>
      )}
    </details>
  );
}
