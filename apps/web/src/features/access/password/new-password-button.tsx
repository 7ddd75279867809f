import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#/ui/button.tsx';
import { isNewPasswordComplete, type NewPassword } from './new-password-fields.tsx';

/** Submit button for a form that only has a new password. Enabled when the password is complete. */
export function NewPasswordButton({ children }: { children: ReactNode }) {
  const { control, formState } = useFormContext<NewPassword>();
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirmation'] });
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      isFullWidth
      disabled={!isNewPasswordComplete({ password, confirmation })}
      isLoading={formState.isSubmitting}
    >
      {children}
    </Button>
  );
}
