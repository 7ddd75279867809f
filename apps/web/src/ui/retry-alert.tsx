import { isForbidden } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface RetryAlertProps {
  /** Name of the content that could not be loaded, for example "the load tests". */
  what: string;
  error: unknown;
  onRetry: () => void;
  className?: string;
}

/** Explains a failed load and offers a retry. Without permission a retry would not help, so there is no button. */
export function RetryAlert({ what, error, onRetry, className }: RetryAlertProps) {
  if (isForbidden(error))
    return (
      <Alert tone="warning" title={`You don’t have access to ${what}`} className={className}>
        {messageOr(error, 'Ask an administrator of the organization for access.')}
      </Alert>
    );
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
