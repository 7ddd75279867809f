import type { Remark } from '@parley/suite';
import { Info } from 'lucide-react';

/** Another observation that could explain the failure. */
export function RemarkNote({ remark: { message, hint } }: { remark: Remark }) {
  return (
    <p className="flex items-start gap-1.5 text-ink-muted text-xs">
      <Info className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">
        <span className="font-medium">Also noticed:</span> {message}
        {hint && ` ${hint}`}
      </span>
    </p>
  );
}
