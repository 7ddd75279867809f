import { Skeleton } from '#/ui/skeleton.tsx';

export function EditorSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center justify-between">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-8 w-40" />
      </div>
      <Skeleton className="h-9" />
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[16rem_1fr]">
        <Skeleton className="h-40" />
        <div className="flex flex-col gap-3">
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-24 rounded-lg" />
        </div>
      </div>
    </div>
  );
}
