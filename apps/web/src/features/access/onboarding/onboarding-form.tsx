import { emailPattern } from '@parley/contract';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { ApiRequestError } from '#/lib/api.ts';
import { AccessError, messageForCode } from '#/lib/identity/messages.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { JobTitleField } from '../job-title-field.tsx';
import { onboardingJobTitles, otherJobTitle } from '../job-titles.ts';
import { completeOnboarding, ibmOriginOf, type OnboardingAnswers } from './onboarding.ts';

const failureTitle = 'Failed to complete onboarding';

export function OnboardingForm() {
  const isFromIbm = useAuthStore(({ user, ibm }) => ibmOriginOf(user, ibm) !== null);
  const form = useForm<OnboardingAnswers>({
    mode: 'onTouched',
    defaultValues: { fullName: '', companyName: '', jobTitle: '', otherJobTitle: '', email: '' },
  });
  const { control, formState, handleSubmit, register, setError } = form;
  const { errors } = formState;
  const hasOtherTitle = useWatch({ control, name: 'jobTitle' }) === otherJobTitle;

  const submit = handleSubmit(async (answers) => {
    try {
      await completeOnboarding(answers);
    } catch (error) {
      if (error instanceof AccessError) setError('email', { message: error.message });
      else setError('root', { message: detailOf(error) });
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {errors.root && (
          <Alert tone="danger" title={failureTitle}>
            {errors.root.message}
          </Alert>
        )}
        <TextField
          label="Full name"
          size="lg"
          autoComplete="name"
          error={errors.fullName?.message}
          {...register('fullName', filled('Full name is required'))}
        />
        <TextField
          label="Company name"
          size="lg"
          autoComplete="organization"
          error={errors.companyName?.message}
          {...register('companyName', filled('Company name is required'))}
        />
        <JobTitleField titles={onboardingJobTitles} />
        {hasOtherTitle && (
          <TextField
            label="Your role"
            size="lg"
            autoComplete="organization-title"
            error={errors.otherJobTitle?.message}
            {...register('otherJobTitle', filled('Please specify your role'))}
          />
        )}
        {isFromIbm && (
          <TextField
            label="Work email"
            type="email"
            size="lg"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email', {
              ...filled('Email is required'),
              pattern: { value: emailPattern, message: messageForCode('auth/invalid-email') },
            })}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFullWidth
          isLoading={formState.isSubmitting}
          className="mt-2"
        >
          Continue
        </Button>
      </form>
    </FormProvider>
  );
}

/** Validates that a value is not blank. */
function filled(message: string) {
  return { validate: (value: string) => value.trim() !== '' || message };
}

function detailOf(error: unknown): string {
  const detail = error instanceof ApiRequestError ? error.detail : undefined;
  return detail ?? 'Please try again.';
}
