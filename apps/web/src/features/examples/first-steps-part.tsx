import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#/ui/lazy-part.ts';

const Lazy = lazyPart(async () => (await import('./try-demo-bot.tsx')).TryDemoBot);

/** Ways to see results before writing a test, loaded once an empty page needs them. */
export function FirstSteps(props: ComponentProps<typeof Lazy>) {
  return (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  );
}
