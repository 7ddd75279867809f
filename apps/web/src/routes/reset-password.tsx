import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '#/features/access/password/reset-password-screen.tsx';
import { searchTexts } from '#/lib/search-texts.ts';

/** The page behind the link of a password reset email, open to everyone. */
export const Route = createFileRoute('/reset-password')({
  validateSearch: searchTexts('token'),
  component: () => <ResetPasswordScreen token={Route.useSearch().token ?? ''} />,
});
