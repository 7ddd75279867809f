import { createFileRoute } from '@tanstack/react-router';
import { VerifyScreen } from '#/features/access/verification/verify-screen.tsx';
import { searchTexts } from '#/lib/search-texts.ts';

/** The page behind the link of a verification email, open to everyone. */
export const Route = createFileRoute('/verify')({
  validateSearch: searchTexts('token'),
  component: () => <VerifyScreen token={Route.useSearch().token ?? ''} />,
});
