import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSignedInEmail } from '#/lib/session/signed-in-email.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Spinner } from '#/ui/spinner.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { signInAsUser } from './local-sign-in.ts';

type Outcome = { isDone: false } | { isDone: true; failure: string | undefined };

/** Signs in by user id, which only works on the machine that runs the server. */
export function LocalSignInScreen({ userId }: { userId: string }) {
  const email = useSignedInEmail();
  const [attempt, setAttempt] = useState<{ code?: string }>({});
  const [outcome, setOutcome] = useState<Outcome>({ isDone: false });
  useEffect(() => {
    setOutcome({ isDone: false });
    void signInAsUser(userId, attempt.code).then((failure) =>
      setOutcome({ isDone: true, failure }),
    );
  }, [userId, attempt]);

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
      <AuthLayout
        step={1}
        title="Local sign-in"
        footnote={
          <Link to="/signin" className={linkClass}>
            Back to sign in
          </Link>
        }
      >
        <div className="flex flex-col gap-4">
          <Alert tone="danger" title={outcome.failure}>
            Is there a user {userId}, and does the server run with PARLEY_LOCAL_SIGNIN=on? Outside
            development, the code that it printed is needed, too.
          </Alert>
          <CodeForm onSubmit={(code) => setAttempt({ code })} />
        </div>
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

function CodeForm({ onSubmit }: { onSubmit(code: string): void }) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      action={(data) => onSubmit(String(data.get('code') ?? '').trim())}
    >
      <TextField
        label="Code"
        name="code"
        size="lg"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="The server prints it on its console when it starts."
      />
      <Button type="submit" variant="primary" size="lg" isFullWidth>
        Sign in
      </Button>
    </form>
  );
}
