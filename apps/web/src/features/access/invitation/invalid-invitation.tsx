import { Link } from '@tanstack/react-router';
import { Alert } from '#/ui/alert.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { AuthLayout } from '../auth-layout.tsx';

const invalidLink =
  'Invalid invitation link. Please check your email for the correct link and retry, or contact your administrator for help.';

interface InvalidInvitationProps {
  /** Set if the server could not be reached, so the invitation may still be valid. */
  onRetry?: () => void;
}

/** Shown for incomplete and refused links, and while the server cannot be reached. */
export function InvalidInvitation({ onRetry }: InvalidInvitationProps) {
  return (
    <AuthLayout step={1} title="Invalid Invitation" subtitle={invalidLink}>
      <div className="flex flex-col gap-4">
        {onRetry && (
          <Alert
            tone="warning"
            title="Failed to reach the server"
            actions={<Button onClick={onRetry}>Try again</Button>}
          >
            Your invitation may still be valid.
          </Alert>
        )}
        <Link to="/signin" className={buttonClass({ size: 'lg', isFullWidth: true })}>
          Back to Login
        </Link>
      </div>
    </AuthLayout>
  );
}
