import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribeScreen } from '#/features/account/unsubscribe-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Page that the “Unsubscribe” link of an email leads to, open to everyone. */
export const Route = createFileRoute('/unsubscribe')({
  validateSearch: searchValues({ token: text }),
  component: () => <UnsubscribeScreen token={Route.useSearch().token ?? ''} />,
});
