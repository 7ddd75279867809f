import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribeScreen } from '#/features/account/unsubscribe-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Public page, linked from “Unsubscribe” in emails. */
export const Route = createFileRoute('/unsubscribe')({
  validateSearch: searchValues({ token: text }),
  component: () => <UnsubscribeScreen token={Route.useSearch().token ?? ''} />,
});
