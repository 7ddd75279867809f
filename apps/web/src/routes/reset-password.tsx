import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '#/features/access/password/reset-password-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Page that the password reset email links to, open to everyone. */
export const Route = createFileRoute('/reset-password')({
  validateSearch: searchValues({ token: text }),
  component: () => <ResetPasswordScreen token={Route.useSearch().token ?? ''} />,
});
