import { createFileRoute } from '@tanstack/react-router';
import { AlertRecipientScreen } from '#/features/monitoring/alert-recipient-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Public page for accepting or declining alerts, linked from an email to the recipient. */
export const Route = createFileRoute('/alert-recipient')({
  validateSearch: searchValues({ token: text, answer: text }),
  component: function AlertRecipientPage() {
    const { token = '', answer } = Route.useSearch();
    return <AlertRecipientScreen token={token} declines={answer === 'declined'} />;
  },
});
