import { inbox } from '@parley/contract';
import { create } from 'zustand';
import { call } from '#/lib/api.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { track } from '#/lib/track.ts';
import { toast } from '#/ui/toast.ts';

interface FeedbackState {
  isOpen: boolean;
  text: string;
  phase: 'idle' | 'sending' | 'success' | 'failure';
}

const empty: FeedbackState = { isOpen: false, text: '', phase: 'idle' };

export const useFeedback = create<FeedbackState>(() => empty);

useAuthStore.subscribe(({ user }) => {
  if (!user) useFeedback.setState(empty);
});

/** Opens the form. A message that is being sent stays in the form and is not sent twice. */
export function openFeedback(): void {
  const { phase } = useFeedback.getState();
  useFeedback.setState({ isOpen: true, phase: phase === 'sending' ? phase : 'idle' });
}

/** Closes the form. The draft stays until it is opened again. */
export function closeFeedback(): void {
  useFeedback.setState({ isOpen: false });
}

export async function submitFeedback(path: string): Promise<void> {
  const { text, phase } = useFeedback.getState();
  const { user } = useAuthStore.getState();
  if (phase === 'sending' || !user) return;
  if (text.trim() === '') {
    toast({
      variant: 'destructive',
      title: 'Feedback is empty',
      description: 'Please provide some feedback before submitting.',
    });
    return;
  }
  useFeedback.setState({ phase: 'sending' });
  try {
    const timestamp = new Date().toISOString();
    const body = { userName: user.name, email: user.email, feedback: text, timestamp, path };
    await call(inbox.sendFeedback, { body });
    if (!isSignedIn(user)) return;
    // Text that was typed since is a new message, so it stays.
    const isSame = useFeedback.getState().text === text;
    useFeedback.setState({ phase: 'success', ...(isSame && { text: '', isOpen: false }) });
    toast({
      variant: 'success',
      title: 'Feedback submitted',
      description: 'Thank you for helping us improve our dashboard!',
    });
  } catch (error) {
    console.warn('Feedback could not be sent.', error);
    if (!isSignedIn(user)) return;
    useFeedback.setState({ phase: 'failure' });
    track('feedback_failed', { path });
    toast({
      variant: 'destructive',
      title: 'Submission failed',
      description: "We couldn't send your feedback. Please try again later.",
    });
  }
}

/** Prevents showing the result to another user or changing that user's form. */
function isSignedIn({ id }: { id: string }): boolean {
  return useAuthStore.getState().user?.id === id;
}
