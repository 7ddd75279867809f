import { Link } from '@tanstack/react-router';
import { buttonClass } from '#/ui/button.tsx';
import { AuthLayout } from '../auth-layout.tsx';

const incompleteLink = 'Invalid invitation link. Please check your email for the correct link.';
const refusedLink =
  'Invalid invitation link. Please check your email for the correct link and retry, or contact your administrator for help.';

/** For links that lack a part, and for those that the server refuses. */
export function InvalidInvitation({ isIncomplete = false }: { isIncomplete?: boolean }) {
  return (
    <AuthLayout
      step={1}
      title="Invalid Invitation"
      subtitle={isIncomplete ? incompleteLink : refusedLink}
    >
      <Link to="/signin" className={buttonClass({ size: 'lg', isFullWidth: true })}>
        Back to Login
      </Link>
    </AuthLayout>
  );
}
