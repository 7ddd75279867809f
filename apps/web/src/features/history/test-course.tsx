import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { courseQuery } from './history.queries.ts';
import { StepCourseView } from './step-course-view.tsx';

/** The steps of a test over its latest runs. */
export function TestCourse({ suiteId, test }: { suiteId: string; test: string }) {
  const scope = useScope();
  const course = useQuery(courseQuery(scope, suiteId, test));
  const [open, setOpen] = useState<number | null>(null);
  if (course.isError) {
    return (
      <RetryAlert what="the steps" error={course.error} onRetry={() => void course.refetch()} />
    );
  }
  if (!course.data) {
    return (
      <div role="status" aria-label="Loading the steps" className="flex flex-col gap-2 px-5 py-4">
        <Skeleton className="h-6" />
        <Skeleton className="h-6" />
      </div>
    );
  }
  const { runs, steps } = course.data;
  if (steps.length === 0)
    return <p className="px-5 py-4 text-ink-muted text-sm">No step has run yet.</p>;
  return (
    <ol aria-label={`Steps of ${test}`} className="divide-y divide-line bg-sunken/40">
      {steps.map((step, index) => (
        <StepCourseView
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={index}
          suiteId={suiteId}
          test={test}
          runs={runs}
          step={step}
          number={index + 1}
          isOpen={open === index}
          onToggle={() => setOpen(open === index ? null : index)}
        />
      ))}
    </ol>
  );
}
