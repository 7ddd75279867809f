import { identity as endpoints, type User } from '@parley/contract';
import { useTransition } from 'react';
import { useForm } from 'react-hook-form';
import { resendVerification } from '#/features/access/verification/resend-verification.ts';
import { call } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { keepUser, useAuthStore } from '#/lib/session/auth-store.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { toast } from '#/ui/toast.ts';

interface Profile {
  name: string;
  jobTitle: string;
}

const lengthMax = 120;

export function ProfileCard() {
  const user = useAuthStore((state) => state.user);
  if (!user) return null;
  return (
    <Card title="Profile" subtitle="Other members of your organizations see your name">
      <ProfileForm user={user} />
    </Card>
  );
}

function ProfileForm({ user }: { user: User }) {
  const form = useForm<Profile>({
    mode: 'onTouched',
    defaultValues: { name: user.name, jobTitle: user.jobTitle ?? '' },
  });
  const { formState, handleSubmit, register, reset, setError } = form;

  const save = handleSubmit(async ({ name, jobTitle }) => {
    const body = { name: name.trim(), jobTitle: jobTitle.trim() || null };
    try {
      const saved = await call(endpoints.updateUser, { params: { id: user.id }, body });
      keepUser(saved);
      reset({ name: saved.name, jobTitle: saved.jobTitle ?? '' });
      toast({ variant: 'success', title: 'Profile saved' });
    } catch (error) {
      setError('root', {
        message: messageOr(error, 'Failed to save your profile. Please try again.'),
      });
    }
  });

  return (
    <form
      onSubmit={(event) => void save(event)}
      noValidate
      className="flex max-w-md flex-col gap-4"
    >
      <TextField
        label="Full name"
        autoComplete="name"
        maxLength={lengthMax}
        error={formState.errors.name?.message}
        {...register('name', {
          validate: (name) => name.trim() !== '' || 'Full name is required',
        })}
      />
      <TextField
        label="Job title"
        autoComplete="organization-title"
        maxLength={lengthMax}
        {...register('jobTitle')}
      />
      <TextField
        label="Email address"
        value={user.email}
        readOnly
        hint={
          user.hasUnprovenEmail
            ? 'Open the link we emailed to this address to activate it.'
            : 'You sign in with this address. You cannot change it here.'
        }
      />
      {user.hasUnprovenEmail && <ProofButton userId={user.id} />}
      {formState.errors.root && <Alert tone="danger">{formState.errors.root.message}</Alert>}
      <div>
        <Button
          type="submit"
          variant="primary"
          isLoading={formState.isSubmitting}
          aria-disabled={!formState.isDirty}
        >
          Save profile
        </Button>
      </div>
    </form>
  );
}

function ProofButton({ userId }: { userId: string }) {
  const [isSending, startSending] = useTransition();
  return (
    <Button
      isLoading={isSending}
      className="self-start"
      onClick={() => startSending(() => resendVerification(userId))}
    >
      Resend link
    </Button>
  );
}
