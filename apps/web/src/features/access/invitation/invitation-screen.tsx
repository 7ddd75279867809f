import { useQuery } from '@tanstack/react-query';
import { AccessError } from '#/lib/identity/messages.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useSignedInEmail } from '#/lib/session/signed-in-email.ts';
import { Spinner } from '#/ui/spinner.tsx';
import { Toaster } from '#/ui/toaster.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { ConfirmedInvitation } from './confirmed-invitation.tsx';
import { InvalidInvitation } from './invalid-invitation.tsx';
import { type InvitationLink, invitationLinkOf } from './invitation-link.ts';
import { readInvitation } from './read-invitation.ts';

/** The page behind an invitation's link. Nothing is shown before the server has confirmed it. */
export function InvitationScreen({ search }: { search: Partial<InvitationLink> }) {
  const link = invitationLinkOf(search);
  return (
    <>
      {link ? <Verification link={link} /> : <InvalidInvitation isIncomplete />}
      <Toaster />
    </>
  );
}

function Verification({ link }: { link: InvitationLink }) {
  const signedInEmail = useSignedInEmail();
  const {
    data: details,
    error,
    refetch,
  } = useQuery(
    {
      queryKey: ['invitation', link],
      queryFn: ({ signal }) => readInvitation(link, signal),
      // Accepting spends the invitation; it must not be asked for again while its page is open.
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  if (error) {
    return error instanceof AccessError ? (
      <InvalidInvitation />
    ) : (
      <InvalidInvitation onRetry={() => void refetch()} />
    );
  }
  if (!details || signedInEmail === undefined) return <Verifying />;
  return <ConfirmedInvitation link={link} details={details} signedInEmail={signedInEmail} />;
}

function Verifying() {
  return (
    <AuthLayout step={1} title="Checking your invitation">
      <p role="status" className="flex items-center gap-2.5 text-ink-muted text-sm">
        <Spinner />
        This takes a moment…
      </p>
    </AuthLayout>
  );
}
