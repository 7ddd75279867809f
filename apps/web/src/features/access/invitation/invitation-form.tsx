import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useInstallation } from '#/lib/installation.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { TextField } from '#/ui/text-field.tsx';
import { JobTitleField } from '../job-title-field.tsx';
import { invitationJobTitles } from '../job-titles.ts';
import { isNewPasswordComplete, NewPasswordFields } from '../password/new-password-fields.tsx';
import type { InvitationLink } from './invitation-link.ts';
import { joinAsNewUser, type NewMemberAnswers, SignUpFailed } from './join-as-new-user.ts';

interface InvitationFormProps {
  link: InvitationLink;
  /** Called before the account is created, because that signs the user in while this form is still mounted. */
  onJoin: () => void;
}

/** Profile form for a new user. The button is enabled when all required fields are filled in. */
export function InvitationForm({ link, onJoin }: InvitationFormProps) {
  const installation = useInstallation();
  const form = useForm<NewMemberAnswers>({
    mode: 'onTouched',
    defaultValues: {
      fullName: '',
      jobTitle: '',
      password: '',
      confirmation: '',
      hasAcceptedTerms: false,
      wantsNewsletter: true,
    },
  });
  const { control, formState, handleSubmit, register, setError } = form;
  const answers = useWatch({ control });
  const { errors } = formState;

  const submit = handleSubmit(async (complete) => {
    onJoin();
    try {
      await joinAsNewUser(link, complete);
    } catch (error) {
      if (error instanceof SignUpFailed) setError('root', { message: error.message });
    }
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <TextField label="Email" type="email" size="lg" value={link.email} readOnly />
        <TextField
          label="Full name"
          size="lg"
          autoComplete="name"
          error={errors.fullName?.message}
          {...register('fullName', {
            validate: (value) => value.trim() !== '' || 'Full name is required',
          })}
        />
        <JobTitleField titles={invitationJobTitles} />
        <NewPasswordFields />
        <div className="mt-1 flex flex-col gap-2">
          <Checkbox
            label={
              <>
                I accept the{' '}
                <a
                  href={installation?.privacyUrl}
                  target="_blank"
                  rel="noreferrer"
                  className={linkClass}
                >
                  terms and the privacy policy
                </a>
              </>
            }
            {...register('hasAcceptedTerms')}
          />
          <Checkbox label="Send me product news now and then" {...register('wantsNewsletter')} />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFullWidth
          disabled={!isComplete(answers)}
          isLoading={formState.isSubmitting}
        >
          Create account and join
        </Button>
      </form>
    </FormProvider>
  );
}

function isComplete(answers: Partial<NewMemberAnswers>): boolean {
  const { fullName = '', jobTitle = '', password = '', confirmation = '' } = answers;
  return (
    fullName.trim() !== '' &&
    jobTitle !== '' &&
    answers.hasAcceptedTerms === true &&
    isNewPasswordComplete({ password, confirmation })
  );
}
