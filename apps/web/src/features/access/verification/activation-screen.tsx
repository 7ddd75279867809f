import { organizations as endpoints } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Toaster } from '#/ui/toaster.tsx';
import { VerificationCard } from './verification-card.tsx';
import { needsDomainLookUp, verificationState } from './verification-state.ts';

/** Milliseconds before the content appears, so that nothing flashes before a redirect. */
const contentDelayMs = 500;

/** Explains to members why they have no access yet, and what happens next. */
export function ActivationScreen() {
  const user = useAuthStore((state) => state.user);
  const organization = useOrgStore((state) => state.currentOrganization);
  const navigate = useNavigate();
  const isShown = useIsPast(contentDelayMs);
  const facts = { user: user ?? { verified: false }, organization };
  const lookUp = useQuery(
    {
      queryKey: ['organizations-of-domain', user?.email],
      queryFn: ({ signal }) =>
        call(endpoints.listOrganizationsOfDomain, { query: { email: user?.email ?? '' }, signal }),
      enabled: needsDomainLookUp(facts),
    },
    queryClient,
  );
  if (!isShown || !user) return null;
  const state = verificationState(
    facts,
    lookUp.status === 'success'
      ? { status: 'success', organizations: lookUp.data }
      : { status: lookUp.status },
  );
  return (
    <>
      <VerificationCard
        state={state}
        user={user}
        onLeave={() => {
          // Signing in again reloads the organization. Without signing out first, the sign-in page would redirect back to
          // this page.
          void signOut();
          void navigate({ to: '/signin' });
        }}
      />
      <Toaster />
    </>
  );
}

function useIsPast(delayMs: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isPast;
}
