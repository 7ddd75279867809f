import { redirect } from '@tanstack/react-router';
import { destinationFor, type PageGroup } from './access.ts';
import { takeInvitation } from './return-to-invitation.ts';
import { sessionFacts, settled } from './session.ts';

/** Creates the `beforeLoad` of a guarded route. It waits for pending checks, then opens the page or redirects. */
export function guard(group: PageGroup): () => Promise<void> {
  return async () => {
    await settled();
    const facts = sessionFacts();
    const invitation = group === 'signed-out' && facts.user ? takeInvitation() : null;
    if (invitation) throw redirect({ href: invitation, replace: true });
    const to = destinationFor(group, facts, Date.now());
    if (to) throw redirect({ to, replace: true });
  };
}
