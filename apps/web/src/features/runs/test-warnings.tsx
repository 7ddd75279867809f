import type { TestResult } from '@parley/suite';
import { TriangleAlert } from 'lucide-react';

/** Warnings about a test's result: templates without a value, or no assertions at all. */
export function TestWarnings({ test: { warnings = [], checks, outcome } }: { test: TestResult }) {
  const assertsNothing = outcome === 'passed' && checks === 0;
  const lines = [
    ...warnings,
    ...(assertsNothing
      ? ['No assertion was evaluated. This only shows that the bot replied.']
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Warnings" className="mb-4 flex flex-col gap-1.5 text-ink text-sm">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-1.5">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-error" aria-hidden />
          <span className="min-w-0 break-words">{line}</span>
        </li>
      ))}
    </ul>
  );
}
