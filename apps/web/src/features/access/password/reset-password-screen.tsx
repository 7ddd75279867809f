import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { identity } from '#/lib/identity/current-identity.ts';
import { IdentityError } from '#/lib/identity/identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { signOut } from '#/lib/session/session.ts';
import { Alert } from '#/ui/alert.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { NewPasswordButton } from './new-password-button.tsx';
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx';

const deadLink = 'This link is invalid, was already used or has expired. Please request a new one.';

/** The page that the password reset email links to. */
export function ResetPasswordScreen({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <AuthLayout
        step={1}
        title="Password changed"
        subtitle="You have been signed out everywhere. Sign in with the new password."
      >
        <Link
          to="/signin"
          className={buttonClass({ variant: 'primary', size: 'lg', isFullWidth: true })}
        >
          Sign in
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      step={1}
      title="Choose a new password"
      subtitle="You will be signed out on all other devices."
      footnote={
        <Link to="/signin" className={linkClass}>
          Back to sign in
        </Link>
      }
    >
      <ResetPasswordForm token={token} onDone={() => setDone(true)} />
    </AuthLayout>
  );
}

function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm<NewPassword>({
    mode: 'onTouched',
    defaultValues: { password: '', confirmation: '' },
  });
  const { formState, handleSubmit, setError } = form;

  const submit = handleSubmit(async (chosen) => {
    try {
      await identity.resetPassword(token, chosen.password);
      // The reset ended this browser's session too, unless it belongs to another account. If that cannot be checked now, the
      // next request finds out.
      const isOpen = async () => identity.refreshToken().catch(() => true);
      if (identity.currentUser() && !(await isOpen())) await signOut();
      onDone();
    } catch (error) {
      setError('root', { message: failureText(error) });
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {formState.errors.root && <Alert tone="danger">{formState.errors.root.message}</Alert>}
        <NewPasswordFields />
        <NewPasswordButton>Change password</NewPasswordButton>
      </form>
    </FormProvider>
  );
}

function failureText(error: unknown): string {
  const isDead = error instanceof IdentityError && error.code === 'auth/invalid-action-code';
  return isDead ? deadLink : messageOf(error, 'passwordReset');
}
