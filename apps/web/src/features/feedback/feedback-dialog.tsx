import { useLocation } from '@tanstack/react-router';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { closeFeedback, openFeedback, submitFeedback, useFeedback } from './feedback-store.ts';

const lengthMax = 10_000;

export function FeedbackDialog() {
  const { isOpen, text, phase } = useFeedback();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isSending = phase === 'sending';
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => (next ? openFeedback() : closeFeedback())}
      title="Share Feedback"
      description="What works well, what gets in your way, what is missing? We read everything."
    >
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void submitFeedback(path);
        }}
      >
        <DialogBody>
          <Textarea
            label="Your feedback"
            rows={6}
            maxLength={lengthMax}
            value={text}
            onChange={(event) => useFeedback.setState({ text: event.target.value })}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={closeFeedback}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isSending}>
            {isSending ? 'Sending...' : 'Send feedback'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
