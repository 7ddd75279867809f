import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AccessError } from '#/lib/identity/messages.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useSignedInEmail } from '#/lib/session/signed-in-email.ts';
import { Spinner } from '#/ui/spinner.tsx';
import { toast } from '#/ui/toast.ts';
import { Toaster } from '#/ui/toaster.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { AutomaticAccept } from './automatic-accept.tsx';
import { ConfirmedInvitation } from './confirmed-invitation.tsx';
import { InvalidInvitation } from './invalid-invitation.tsx';
import { type InvitationLink, invitationLinkOf, isInvited } from './invitation-link.ts';
import { readInvitation } from './read-invitation.ts';

const checking = 'Checking your invitation';

/** The page of an invitation link. Nothing is shown before the server has confirmed the invitation. */
export function InvitationScreen({ search }: { search: Partial<InvitationLink> }) {
  const link = invitationLinkOf(search);
  return (
    <>
      {link ? <Verification link={link} /> : <BrokenLink />}
      <Toaster />
    </>
  );
}

/** Shown if a part of the link is missing, for example because a mail program cut the link off. */
function BrokenLink() {
  useEffect(() => {
    toast({
      title: 'Invalid invitation link. Please check your email for the correct link.',
      variant: 'destructive',
    });
  }, []);
  return <InvalidInvitation />;
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
      // Accepting uses up the invitation, so it must not be requested again while the page is open.
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  if (error && !(error instanceof AccessError)) {
    return <InvalidInvitation onRetry={() => void refetch()} />;
  }
  if (signedInEmail === undefined || !(details || error)) return <Verifying />;
  if (!details) {
    // The invitation is used up, perhaps by this person. Accepting it again finds out.
    return isInvited(link, signedInEmail) ? (
      <AutomaticAccept link={link} title={checking} />
    ) : (
      <InvalidInvitation />
    );
  }
  return <ConfirmedInvitation link={link} details={details} signedInEmail={signedInEmail} />;
}

function Verifying() {
  return (
    <AuthLayout step={1} title={checking}>
      <p role="status" className="flex items-center gap-2.5 text-ink-muted text-sm">
        <Spinner />
        This takes a moment…
      </p>
    </AuthLayout>
  );
}
