import { createFileRoute } from '@tanstack/react-router';
import { VerifyScreen } from '#/features/access/verification/verify-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Public page, linked from the verification email. */
export const Route = createFileRoute('/verify')({
  validateSearch: searchValues({ token: text }),
  component: () => <VerifyScreen token={Route.useSearch().token ?? ''} />,
});
