import { Suspense, useState } from 'react';
import { lazyPart } from '#/ui/lazy-part.ts';
import { useFeedback } from './feedback-store.ts';

const FeedbackDialog = lazyPart(async () => (await import('./feedback-dialog.tsx')).FeedbackDialog);

/** Renders the feedback dialog after it was opened for the first time. */
export function FeedbackPlace() {
  const isOpen = useFeedback((state) => state.isOpen);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return <Suspense>{wasOpened && <FeedbackDialog />}</Suspense>;
}
