import { emailPattern } from '@parley/contract';
import { FormProvider, useForm } from 'react-hook-form';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageForCode, messageOf } from '#/lib/identity/messages.ts';
import { Alert } from '#/ui/alert.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { NewPasswordButton } from '../password/new-password-button.tsx';
import { type NewPassword, NewPasswordFields } from '../password/new-password-fields.tsx';
import { requireCorporateEmail } from './corporate-email.ts';

interface SignUp extends NewPassword {
  email: string;
}

export function SignUpForm() {
  const form = useForm<SignUp>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', confirmation: '' },
  });
  const { formState, handleSubmit, register, setError } = form;

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
        <NewPasswordButton>Create account</NewPasswordButton>
      </form>
    </FormProvider>
  );
}
