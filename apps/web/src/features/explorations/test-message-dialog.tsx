import { useState } from 'react';
import type { TestMessageDialogProps } from '#/features/suites/editor/test-message.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { tryConnection } from './explorations.queries.ts';
import { TrialResult } from './trial-result.tsx';

/** Sends a message to a suite's bot with the connection settings in the editor, saved or not. */
export function TestMessageDialog({ bot, onClose }: TestMessageDialogProps) {
  const scope = useScope();
  const [message, setMessage] = useState('Hello');
  const attempt = useChange({
    run: async (said: string) => ({
      said,
      trial: await tryConnection(scope, { ...bot, message: said }),
    }),
    failure: 'Failed to send the message',
    isProblemShown: true,
  });
  return (
    <FormDialog
      title="Send a test message"
      description="Uses the connection as it is on this page. The conversation isn’t kept."
      problem={attempt.problem}
      submitLabel="Send"
      isBusy={attempt.isPending}
      isDirty={false}
      onSubmit={() => void attempt.start(message.trim() || 'Hello')}
      onClose={onClose}
    >
      <TextField
        label="Test message"
        autoComplete="off"
        maxLength={2000}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <div aria-live="polite" className="contents">
        {attempt.answer && (
          <TrialResult message={attempt.answer.said} trial={attempt.answer.trial} />
        )}
      </div>
    </FormDialog>
  );
}
