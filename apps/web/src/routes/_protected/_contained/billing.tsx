import { createFileRoute } from '@tanstack/react-router';
import { billingQuery } from '#/features/billing/billing.queries.ts';
import { BillingScreen } from '#/features/billing/billing-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_contained/billing')({
  staticData: { trail: [{ label: 'Billing & Usage' }] },
  loader: () => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(billingQuery(scope));
  },
  component: BillingScreen,
});
