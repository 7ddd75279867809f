import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { useScope } from '#/lib/session/scope.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import type { EvidenceProps } from './evidence-props.ts';
import { evidenceTextQuery } from './runs.queries.ts';

interface EvidenceDetailsProps extends Pick<EvidenceProps, 'holder' | 'id' | 'kind'> {
  /** Renders the text; undefined until it is loaded. */
  children: (text: string | undefined) => ReactNode;
}

/** A collapsed text that is loaded when it is opened. */
export function EvidenceDetails({ holder, id, kind, children }: EvidenceDetailsProps) {
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
        isOpen && children(text)
      )}
    </details>
  );
}
