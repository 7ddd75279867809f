import { createFileRoute } from '@tanstack/react-router';
import { billingQuery } from '#/features/billing/billing.queries.ts';
import { BillingScreen } from '#/features/billing/billing-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { oneOf, searchValues } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_contained/billing')({
  staticData: { trail: [{ label: 'Billing & Usage' }] },
  validateSearch: searchValues({ checkout: oneOf(['done']) }),
  loader: () => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(billingQuery(scope));
  },
  component: BillingPage,
});

function BillingPage() {
  const { checkout } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BillingScreen
      hasPaid={checkout === 'done'}
      onPaymentSeen={() => void navigate({ search: {}, replace: true })}
    />
  );
}
