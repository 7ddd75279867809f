import { useLocation } from '@tanstack/react-router';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { closeFeedback, submitFeedback, useFeedback } from './feedback-store.ts';

const lengthMax = 10_000;

export function FeedbackDialog() {
  const { isOpen, text, phase } = useFeedback();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isSending = phase === 'sending';
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={closeFeedback}
      title="Share Feedback"
      description="What works well, what gets in your way, what is missing? We read everything."
      submitLabel={isSending ? 'Sending...' : 'Send feedback'}
      isBusy={isSending}
      // The draft is kept when the dialog closes.
      isDirty={false}
      onSubmit={() => void submitFeedback(path)}
    >
      <Textarea
        label="Your feedback"
        rows={6}
        maxLength={lengthMax}
        value={text}
        onChange={(event) => useFeedback.setState({ text: event.target.value })}
      />
    </FormDialog>
  );
}
