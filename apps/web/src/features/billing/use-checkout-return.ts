import { useEffect } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { reloadOrganization } from '#/lib/session/org-store.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { toast } from '#/ui/toast.ts';
import { refreshSubscription } from './billing.queries.ts';

const waiting = 'Your plan changes as soon as the payment goes through.';

/** Looks up the purchase when the user returns from the payment page. */
export function useCheckoutReturn(hasPaid: boolean, onSeen: () => void): void {
  const scope = useScope();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (!hasPaid) return;
    // A user who has gone to another page meanwhile stays there.
    let isGone = false;
    void lookUp(scope).then(() => {
      if (!isGone) onSeen();
    });
    return () => {
      isGone = true;
    };
  }, [hasPaid]);
}

async function lookUp(scope: OrganizationScope): Promise<void> {
  try {
    const { payment } = await refreshSubscription(scope);
    await reloadOrganization();
    if (payment?.state === 'paid')
      toast({ variant: 'success', title: 'Thank you. Your plan is active.' });
    else toast({ title: waiting });
  } catch (error) {
    toast({ title: waiting, description: messageOr(error, 'Check your connection.') });
  }
}
