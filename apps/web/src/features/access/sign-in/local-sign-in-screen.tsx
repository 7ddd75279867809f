import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSignedInEmail } from '#/lib/session/signed-in-email.ts';
import { Alert } from '#/ui/alert.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { signInAsUser } from './local-sign-in.ts';

type Outcome = { isDone: false } | { isDone: true; failure: string | undefined };

/** For developers: signs in by user id, on the own machine only. */
export function LocalSignInScreen({ userId }: { userId: string }) {
  const email = useSignedInEmail();
  const [outcome, setOutcome] = useState<Outcome>({ isDone: false });
  useEffect(() => {
    void signInAsUser(userId).then((failure) => setOutcome({ isDone: true, failure }));
  }, [userId]);

  if (!outcome.isDone) {
    return (
      <AuthLayout step={1} title="Local sign-in">
        <p role="status" className="flex items-center gap-2.5 text-ink-muted text-sm">
          <Spinner />
          Signing in as user {userId}…
        </p>
      </AuthLayout>
    );
  }
  if (outcome.failure) {
    return (
      <AuthLayout step={1} title="Local sign-in">
        <Alert
          tone="danger"
          title={outcome.failure}
          actions={
            <Link to="/signin" className={buttonClass()}>
              Back to sign in
            </Link>
          }
        >
          Is there a user {userId}, and does the server run with PARLEY_LOCAL_SIGNIN=on?
        </Alert>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout step={1} title="Local sign-in" subtitle={`You are signed in as ${email}.`}>
      <Link
        to="/test-suites"
        className={buttonClass({ variant: 'primary', size: 'lg', isFullWidth: true })}
      >
        Go
      </Link>
    </AuthLayout>
  );
}
