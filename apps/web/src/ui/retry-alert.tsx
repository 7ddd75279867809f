import { messageOr } from '#/lib/message-or.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface RetryAlertProps {
  /** What could not be loaded, for example "the load tests". */
  what: string;
  error: unknown;
  onRetry: () => void;
  className?: string;
}

/** Something that the page shows could not be loaded: what, why, and another try. */
export function RetryAlert({ what, error, onRetry, className }: RetryAlertProps) {
  return (
    <Alert
      tone="danger"
      title={`Failed to load ${what}`}
      className={className}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOr(error, 'Check your connection, then try again.')}
    </Alert>
  );
}
