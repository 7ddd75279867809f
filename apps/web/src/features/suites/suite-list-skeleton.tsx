import { Skeleton } from '#/ui/skeleton.tsx';
import { suiteCardHeight } from './suite-card.tsx';
import type { ViewMode } from './suite-list.store.ts';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function SuiteListSkeleton({ viewMode }: { viewMode: ViewMode }) {
  return (
    <div role="status" aria-label="Loading test suites">
      {viewMode === 'table' ? (
        <div className="flex flex-col gap-2">
          {places.map((place) => (
            <Skeleton key={place} className="h-10" />
          ))}
        </div>
      ) : (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
          {places.map((place) => (
            <div key={place} style={{ height: suiteCardHeight }}>
              <Skeleton className="h-full rounded-lg" />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
