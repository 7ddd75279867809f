import { useFormContext, useWatch } from 'react-hook-form';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';
import { isStrong } from './password-rules.ts';

export interface NewPassword {
  password: string;
  confirmation: string;
}

/** A new password, entered twice, with its unmet rules. For any form with these two fields. */
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

/** True if the password meets all rules and matches its repetition; only then can the form be submitted. */
export function isNewPasswordComplete({ password, confirmation }: NewPassword): boolean {
  return isStrong(password) && confirmation === password;
}
