import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { AccessError } from '#/lib/identity/messages.ts';
import { rememberInvitation } from '#/lib/session/return-to-invitation.ts';
import { needsOtherSignIn, signInAgain } from '#/lib/session/sign-in-again.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { toast } from '#/ui/toast.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { joinOrganization } from './accept-invitation.ts';
import { InvalidInvitation } from './invalid-invitation.tsx';
import type { InvitationLink } from './invitation-link.ts';

/** Milliseconds before the redirect, long enough to read the success message. */
const beforeRedirectMs = 500;

/** Accepts the invitation without asking, because the invited person is already signed in. */
export function AutomaticAccept({ link, title }: { link: InvitationLink; title: string }) {
  const navigate = useNavigate();
  const [tries, setTries] = useState(1);
  const [failure, setFailure] = useState<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another request
  useEffect(() => {
    let isGone = false;
    setFailure(null);
    joinOrganization(link).then(
      () => {
        if (isGone) return;
        toast({ title: 'Invitation Accepted', variant: 'success' });
        setTimeout(() => void navigate({ to: '/test-suites' }), beforeRedirectMs);
      },
      (error: unknown) => {
        if (!isGone) setFailure(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [link, navigate, tries]);

  if (failure instanceof AccessError) return <InvalidInvitation />;
  return (
    <AuthLayout step={1} title={title}>
      {failure ? (
        <Alert
          tone="danger"
          title="Failed to join organization."
          actions={
            needsOtherSignIn(failure) ? (
              <Button onClick={() => void signInForInvitation()}>Sign in again</Button>
            ) : (
              <Button onClick={() => setTries(tries + 1)}>Try again</Button>
            )
          }
        >
          {reasonOf(failure)}
        </Alert>
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-ink-muted text-sm">
          <Spinner />
          Accepting your invitation…
        </p>
      )}
    </AuthLayout>
  );
}

/** Starts a new sign-in, because a session from an organization's single sign-on cannot join another organization. */
async function signInForInvitation(): Promise<void> {
  rememberInvitation(location.pathname + location.search);
  await signInAgain();
}

/** Explains the failure with the server's message. If there was no response, the invitation is unchanged. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof ApiRequestError) || !failure.detail)
    return 'Your invitation is still valid.';
  return [failure.detail, failure.hint].filter(Boolean).join(' ');
}
