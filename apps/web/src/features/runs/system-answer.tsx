import type { SentRequest } from '@parley/suite';
import { Database } from 'lucide-react';
import { Badge } from '#/ui/badge.tsx';

/** The last response of a system of record, and the number of requests until then. */
export function SystemAnswerView({ checked }: { checked: SentRequest }) {
  const { answer, tries, ms } = checked;
  if (!answer) return null;
  const { status, type, body, bodyLength, isMasked } = answer;
  return (
    <section
      aria-label="Answer of the system"
      className="ml-8.5 flex max-w-2xl flex-col gap-1 rounded-md bg-sunken px-2.5 py-1.5 text-xs ring-1 ring-line ring-inset"
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Database className="size-3 shrink-0 text-ink-muted" aria-hidden />
        <Badge tone="neutral">Status {status}</Badge>
        {type && <span className="min-w-0 break-words text-ink-muted">{type}</span>}
        <span className="text-ink-muted tabular">
          {tries === 1 ? '' : `${tries} tries, `}
          {(ms / 1000).toFixed(1)} s
        </span>
      </p>
      {body === '' ? (
        <p className="text-ink-muted">No content</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
          tabIndex={0}
          className="max-h-60 max-w-full overflow-auto whitespace-pre-wrap break-all font-mono text-ink"
        >
          {body}
        </pre>
      )}
      {bodyLength !== undefined && (
        <p className="text-ink-muted">
          Shortened from {bodyLength.toLocaleString('en-US')} characters.
        </p>
      )}
      {isMasked && <p className="text-ink-muted">Secrets are masked.</p>}
    </section>
  );
}
