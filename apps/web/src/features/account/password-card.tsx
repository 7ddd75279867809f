import { FormProvider, useForm, useWatch } from 'react-hook-form';
import {
  isNewPasswordComplete,
  type NewPassword,
  NewPasswordFields,
} from '#/features/access/password/new-password-fields.tsx';
import { PasswordField } from '#/features/access/password/password-field.tsx';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { toast } from '#/ui/toast.ts';

interface PasswordChange extends NewPassword {
  currentPassword: string;
}

const nothingTyped = { currentPassword: '', password: '', confirmation: '' };

export function PasswordCard() {
  const form = useForm<PasswordChange>({ mode: 'onTouched', defaultValues: nothingTyped });
  const { control, formState, handleSubmit, register, reset, setError } = form;
  const [currentPassword, password, confirmation] = useWatch({
    control,
    name: ['currentPassword', 'password', 'confirmation'],
  });
  const isComplete = currentPassword !== '' && isNewPasswordComplete({ password, confirmation });

  const change = handleSubmit(async (typed) => {
    // The provider signs in anew for a moment; meanwhile nobody is to be sent to the sign-in page.
    useAuthStore.setState({ isPasswordUpdating: true });
    try {
      await identity.changePassword(typed.currentPassword, typed.password);
      reset(nothingTyped);
      toast({ variant: 'success', title: 'Password changed' });
    } catch (error) {
      setError('root', { message: messageOf(error, 'passwordChange') });
    } finally {
      useAuthStore.setState({ isPasswordUpdating: false });
    }
  });

  return (
    <Card title="Sign-in password" subtitle="Other devices are signed out when it changes">
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
