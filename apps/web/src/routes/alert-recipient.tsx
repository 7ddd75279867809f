import { createFileRoute } from '@tanstack/react-router';
import { AlertRecipientScreen } from '#/features/monitoring/alert-recipient-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Page that the email asking somebody to accept alerts links to, open to everyone. */
export const Route = createFileRoute('/alert-recipient')({
  validateSearch: searchValues({ token: text, answer: text }),
  component: function AlertRecipientPage() {
    const { token = '', answer } = Route.useSearch();
    return <AlertRecipientScreen token={token} declines={answer === 'declined'} />;
  },
});
