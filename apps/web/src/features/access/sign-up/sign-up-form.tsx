import { emailPattern } from '@parley/contract';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageForCode, messageOf } from '#/lib/identity/messages.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { TextField } from '#/ui/text-field.tsx';
import {
  isNewPasswordComplete,
  type NewPassword,
  NewPasswordFields,
} from '../password/new-password-fields.tsx';
import { requireCorporateEmail } from './corporate-email.ts';

interface SignUp extends NewPassword {
  email: string;
}

export function SignUpForm() {
  const form = useForm<SignUp>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', confirmation: '' },
  });
  const { control, formState, handleSubmit, register, setError } = form;
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirmation'] });

  const submit = handleSubmit(async ({ email, password }) => {
    try {
      await requireCorporateEmail(email);
      await identity.signUpWithPassword(email, password);
    } catch (error) {
      setError('root', { message: messageOf(error, 'signUp') });
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {formState.errors.root && <Alert tone="danger">{formState.errors.root.message}</Alert>}
        <TextField
          label="Work email"
          type="email"
          size="lg"
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register('email', {
            setValueAs: (value: string) => value.trim(),
            required: 'Email is required',
            pattern: { value: emailPattern, message: messageForCode('auth/invalid-email') },
          })}
        />
        <NewPasswordFields />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFullWidth
          disabled={!isNewPasswordComplete({ password, confirmation })}
          isLoading={formState.isSubmitting}
        >
          Create account
        </Button>
      </form>
    </FormProvider>
  );
}
