import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { rememberInvitation } from '#/lib/session/return-to-invitation.ts';
import { signOut } from '#/lib/session/session.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { AutomaticAccept } from './automatic-accept.tsx';
import { InvitationForm } from './invitation-form.tsx';
import type { InvitationLink } from './invitation-link.ts';
import { invitationStage } from './invitation-stage.ts';
import type { InvitationDetails } from './read-invitation.ts';

interface ConfirmedInvitationProps {
  link: InvitationLink;
  details: InvitationDetails;
  signedInEmail: string | null;
}

export function ConfirmedInvitation({ link, details, signedInEmail }: ConfirmedInvitationProps) {
  // New users are signed in before the invitation is accepted. Their form stays until it is done.
  const [isJoining, setJoining] = useState(false);
  const { organizationName, hasAuthUser } = details;
  const stage = isJoining ? 'form' : invitationStage({ link, signedInEmail, hasAuthUser });
  const title = `Join ${organizationName}`;

  switch (stage) {
    case 'accept':
      return <AutomaticAccept link={link} title={title} />;
    case 'form':
      return (
        <AuthLayout
          step={1}
          title={title}
          subtitle="Tell your colleagues who you are and choose a password."
        >
          <InvitationForm link={link} onJoin={() => setJoining(true)} />
        </AuthLayout>
      );
    case 'sign-in':
      return (
        <AuthLayout
          step={1}
          title={title}
          subtitle={`There is an account for ${link.email}. Sign in to accept the invitation.`}
        >
          <Link
            to="/signin"
            className={buttonClass({ variant: 'primary', size: 'lg', isFullWidth: true })}
            onClick={() => rememberInvitation(location.pathname + location.search)}
          >
            Sign in to accept
          </Link>
        </AuthLayout>
      );
    case 'other-account':
      return (
        <AuthLayout
          step={1}
          title={title}
          subtitle={`This invitation is for ${link.email}, but you are signed in as ${signedInEmail}. Log out to accept it with the invited account.`}
        >
          <Button size="lg" isFullWidth onClick={() => void signOut()}>
            Log out
          </Button>
        </AuthLayout>
      );
  }
}
