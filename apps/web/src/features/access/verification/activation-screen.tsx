import { organizations as endpoints } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { Toaster } from '#/ui/toaster.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { resendVerification } from './resend-verification.ts';
import { stateCards } from './state-cards.ts';
import { needsDomainLookUp, verificationState } from './verification-state.ts';

/** The content comes late, so that somebody who is only passing through sees nothing flash. */
const contentDelayMs = 500;

/** For members of an organization who may not go on yet: why, and what happens next. */
export function ActivationScreen() {
  const user = useAuthStore((state) => state.user);
  const organization = useOrgStore((state) => state.currentOrganization);
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
  const { title, text, button } = stateCards[state];
  return (
    <AuthLayout step={3} title={title} subtitle={text}>
      <div className="flex flex-col gap-3" data-state={state}>
        {state === 'checking' && <Spinner label="Checking" className="text-ink-muted" />}
        {state === 'pending_verification' && <ResendButton userId={user.id} />}
        <LeaveButton label={button} />
      </div>
      <Toaster />
    </AuthLayout>
  );
}

function ResendButton({ userId }: { userId: string }) {
  return (
    <Button variant="primary" size="lg" isFullWidth onClick={() => void resendVerification(userId)}>
      Resend Verification Email
    </Button>
  );
}

/** Signing in again reads the organization anew; without signing out the page would lead back here. */
function LeaveButton({ label }: { label: string }) {
  const navigate = useNavigate();
  return (
    <Button
      size="lg"
      isFullWidth
      onClick={() => {
        void signOut();
        void navigate({ to: '/signin' });
      }}
    >
      {label}
    </Button>
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
