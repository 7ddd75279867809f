import { messageOr } from '#/lib/message-or.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface RetryAlertProps {
  error: unknown;
  /** What is said where the server said nothing. */
  fallback: string;
  onRetry: () => void;
}

/** Something that the page shows could not be loaded. */
export function RetryAlert({ error, fallback, onRetry }: RetryAlertProps) {
  return (
    <Alert
      tone="danger"
      title={messageOr(error, fallback)}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
