import { Undo2 } from 'lucide-react';
import { Button } from '#/ui/button.tsx';
import { type RecentAcceptance, useRecentAcceptances } from './recent-acceptances.ts';
import { useTakeBack } from './use-accept-wording.ts';

/** Wordings that were accepted for the suite in the last ten minutes. The newest can be undone. */
export function RecentChanges({ suiteId }: { suiteId: string }) {
  const recent = useRecentAcceptances(suiteId);
  if (recent.length === 0) return null;
  return (
    <section
      aria-labelledby="recent-changes"
      className="rounded-lg bg-surface px-4 py-3 text-sm shadow-card ring-1 ring-line"
    >
      <h2 id="recent-changes" className="font-medium text-ink">
        Recent changes
      </h2>
      <ul className="mt-1 flex flex-col gap-1">
        {recent.map((acceptance, index) => (
          <Change key={acceptance.at} acceptance={acceptance} isNewest={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function Change({ acceptance, isNewest }: { acceptance: RecentAcceptance; isNewest: boolean }) {
  const takeBack = useTakeBack();
  const { test, step, wording, by } = acceptance;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1 basis-60 text-ink-muted">
        Step {step} of “{test}”: {by} accepted “{wording}”.
      </span>
      {/* Undoing an older one would also undo those after it. */}
      {isNewest && (
        <Button
          size="sm"
          icon={<Undo2 className="size-3.5" aria-hidden />}
          isLoading={takeBack.isPending}
          onClick={() => void takeBack.start(acceptance)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
