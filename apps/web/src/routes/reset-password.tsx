import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '#/features/access/password/reset-password-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Public page, linked from the password reset email. */
export const Route = createFileRoute('/reset-password')({
  validateSearch: searchValues({ token: text }),
  component: () => <ResetPasswordScreen token={Route.useSearch().token ?? ''} />,
});
