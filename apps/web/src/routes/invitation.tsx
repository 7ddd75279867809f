import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '#/features/access/invitation/invitation-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Public page, at this path and below. The token in its URL is an invitation token, not a sign-in token. */
export const Route = createFileRoute('/invitation')({
  validateSearch: searchValues({ organizationId: text, email: text, token: text }),
  component: () => <InvitationScreen search={Route.useSearch()} />,
});
