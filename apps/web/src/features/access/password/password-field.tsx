import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { TextField, type TextFieldProps } from '#/ui/text-field.tsx';

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      size="lg"
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <Button
          variant="ghost"
          className="w-8 px-0!"
          icon={isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
