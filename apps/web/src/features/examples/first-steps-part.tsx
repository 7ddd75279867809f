import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#/ui/lazy-part.ts';

const Lazy = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps);

/** Ways to see results before writing a test. Only loaded when an empty page shows them. */
export function FirstSteps(props: ComponentProps<typeof Lazy>) {
  return (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  );
}
