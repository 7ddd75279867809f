import { useActionState, useEffect, useRef, useTransition } from 'react';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { PasswordField } from '../password/password-field.tsx';
import { linkButtonClass } from './link-button-class.ts';
import { type SignInState, sendPasswordReset, signInWithPassword } from './sign-in.ts';

/** Form for email and password. After a failed attempt, it keeps the email and clears the password. */
export function SignInForm({ failure }: { failure?: string | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const [state, submit, isSigningIn] = useActionState(act, { email: '', errors: {}, failure });
  const [isSendingReset, startReset] = useTransition();

  useEffect(() => {
    const next = state.failure
      ? '[name=password]'
      : (state.errors.email || state.errors.password) && '[aria-invalid=true]';
    if (next) form.current?.querySelector<HTMLInputElement>(next)?.focus();
  }, [state]);

  function forgetPassword() {
    const data = new FormData(form.current ?? undefined);
    data.set('intent', 'reset');
    startReset(() => submit(data));
  }

  return (
    <form ref={form} action={submit} noValidate className="flex flex-col gap-4">
      {state.failure && <Alert tone="danger">{state.failure}</Alert>}
      {state.notice && (
        <div role="alert">
          <Alert tone="success">{state.notice}</Alert>
        </div>
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        size="lg"
        autoComplete="username"
        defaultValue={state.email}
        error={state.errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={state.errors.password}
      />
      <button type="button" onClick={forgetPassword} className={linkButtonClass}>
        {isSendingReset ? 'Sending the email…' : 'Forgot password?'}
      </button>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isFullWidth
        isLoading={isSigningIn && !isSendingReset}
      >
        Sign in
      </Button>
    </form>
  );
}

function act(_before: SignInState, data: FormData): Promise<SignInState> {
  return data.get('intent') === 'reset' ? sendPasswordReset(data) : signInWithPassword(data);
}
