import { Suspense, useState } from 'react';
import { lazyPart } from '#/ui/lazy-part.ts';
import { useFeedback } from './feedback-store.ts';

const FeedbackDialog = lazyPart(async () => (await import('./feedback-dialog.tsx')).FeedbackDialog);

/** Where the dialog stands from the first time that somebody opens it. */
export function FeedbackPlace() {
  const isOpen = useFeedback((state) => state.isOpen);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return <Suspense>{wasOpened && <FeedbackDialog />}</Suspense>;
}
