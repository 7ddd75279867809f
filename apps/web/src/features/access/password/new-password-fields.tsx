import { useFormContext, useWatch } from 'react-hook-form';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';
import { isStrong } from './password-rules.ts';

export interface NewPassword {
  password: string;
  confirmation: string;
}

/** Two fields for a new password and its repetition, with the unmet rules. For any form with these fields. */
export function NewPasswordFields({
  label = 'Password',
  size = 'lg',
}: {
  label?: string;
  size?: 'md' | 'lg';
}) {
  const { control, formState, register, trigger } = useFormContext<NewPassword>();
  const password = useWatch({ control, name: 'password' });
  const { errors, touchedFields } = formState;
  return (
    <>
      <div className="flex flex-col gap-3">
        <PasswordField
          size={size}
          label={label}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', {
            validate: (value) => isStrong(value) || 'Password does not meet requirements',
            onChange: () => {
              if (touchedFields.confirmation) void trigger('confirmation');
            },
          })}
        />
        <PasswordChecklist password={password} />
      </div>
      <PasswordField
        size={size}
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...register('confirmation', {
          validate: (value, values) => value === values.password || 'Passwords do not match',
        })}
      />
    </>
  );
}

/** @returns true if the password meets all rules and matches its repetition, so that the form can be submitted */
export function isNewPasswordComplete({ password, confirmation }: NewPassword): boolean {
  return isStrong(password) && confirmation === password;
}
