import { account } from '@parley/contract';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import {
  isNewPasswordComplete,
  type NewPassword,
  NewPasswordFields,
} from '#/features/access/password/new-password-fields.tsx';
import { PasswordField } from '#/features/access/password/password-field.tsx';
import { call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { IdentityError } from '#/lib/identity/identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { type ToastContent, toast } from '#/ui/toast.ts';

interface PasswordChange extends NewPassword {
  currentPassword: string;
  /** False keeps the user's API keys valid. */
  revokesApiKeys: boolean;
  /** False keeps the user's share links valid. */
  endsRunShares: boolean;
}

const nothingTyped = {
  currentPassword: '',
  password: '',
  confirmation: '',
  revokesApiKeys: false,
  endsRunShares: false,
};

export function PasswordCard() {
  const { userId } = useScope();
  const form = useForm<PasswordChange>({ mode: 'onTouched', defaultValues: nothingTyped });
  const { control, formState, handleSubmit, register, reset, setError } = form;
  const [currentPassword, password, confirmation] = useWatch({
    control,
    name: ['currentPassword', 'password', 'confirmation'],
  });
  const isComplete = currentPassword !== '' && isNewPasswordComplete({ password, confirmation });

  const change = handleSubmit(async (typed) => {
    // Changing the password briefly signs the user in again. Nobody must be redirected to the sign-in page meanwhile.
    useAuthStore.setState({ isPasswordUpdating: true });
    try {
      await identity.changePassword(typed.currentPassword, typed.password);
      const told = await endWhatIsChosen(userId, typed);
      reset(nothingTyped);
      toast(told);
    } catch (error) {
      setError('root', { message: await failureText(userId, error) });
    } finally {
      useAuthStore.setState({ isPasswordUpdating: false });
    }
  });

  return (
    <Card title="Sign-in password" subtitle="Changing it signs out your other devices">
      <FormProvider {...form}>
        <form
          onSubmit={(event) => void change(event)}
          noValidate
          className="flex max-w-md flex-col gap-4"
        >
          <PasswordField
            size="md"
            label="Current password"
            autoComplete="current-password"
            {...register('currentPassword')}
          />
          <NewPasswordFields size="md" label="New password" />
          <Checkbox
            label="Revoke all my API keys, too"
            hint="Otherwise, they keep working. Choose this if somebody else may know your password."
            {...register('revokesApiKeys')}
          />
          <Checkbox
            label="Revoke all my share links, too"
            hint="Anyone with a link can open its run without an account until it expires."
            {...register('endsRunShares')}
          />
          {formState.errors.root && <Alert tone="danger">{formState.errors.root.message}</Alert>}
          <div>
            <Button
              type="submit"
              variant="primary"
              isLoading={formState.isSubmitting}
              aria-disabled={!isComplete}
            >
              Change password
            </Button>
          </div>
        </form>
      </FormProvider>
    </Card>
  );
}

/** Revokes what the user selected. The password has already changed, even if this fails. */
async function endWhatIsChosen(
  id: string,
  { revokesApiKeys, endsRunShares }: PasswordChange,
): Promise<ToastContent> {
  const ended: string[] = [];
  const left: string[] = [];
  const end = (what: string, done: string, ending: Promise<unknown>) =>
    ending.then(
      () => ended.push(`${what} ${done}`),
      () => left.push(what),
    );
  const params = { id };
  if (revokesApiKeys) await end('API keys', 'revoked', call(account.revokeOwnApiKeys, { params }));
  if (endsRunShares) await end('share links', 'revoked', call(account.endOwnRunShares, { params }));
  if (left.length === 0)
    return { variant: 'success', title: ['Password changed', ...ended].join(', ') };
  return {
    variant: 'destructive',
    title: `Password changed, but the ${left.join(' and the ')} still work`,
    description: 'Revoke API keys in their list, and share links in the run’s Share dialog.',
  };
}

const noPassword =
  'You sign in with an external account. To set a password here, log out and choose “Forgot password?”.';

/**
 * Message for a failed change. An account without a password rejects every current password, so the message explains that
 * instead.
 */
async function failureText(userId: string, error: unknown): Promise<string> {
  const isWrong = error instanceof IdentityError && error.code === 'auth/wrong-password';
  const proof = isWrong
    ? await call(account.getProof, { params: { id: userId } }).catch(() => null)
    : null;
  return proof?.method === 'sign-in' ? noPassword : messageOf(error, 'passwordChange');
}
