import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#/ui/button.tsx';
import { isNewPasswordComplete, type NewPassword } from './new-password-fields.tsx';

/** Submits a form that contains only a new password; enabled once that is complete. */
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
