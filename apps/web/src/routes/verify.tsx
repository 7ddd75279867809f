import { createFileRoute } from '@tanstack/react-router';
import { VerifyScreen } from '#/features/access/verification/verify-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Page that the verification email links to, open to everyone. */
export const Route = createFileRoute('/verify')({
  validateSearch: searchValues({ token: text }),
  component: () => <VerifyScreen token={Route.useSearch().token ?? ''} />,
});
