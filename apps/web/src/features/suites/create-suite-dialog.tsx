import type { StoredSuite, SuiteSummary } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { PlatformChoice } from './platform-choice.tsx';
import { useSuiteList } from './suite-list.store.ts';
import { suiteNameProblem } from './suite-name.ts';
import { createSuite } from './suites.queries.ts';

interface CreateSuiteDialogProps {
  projectId: string;
  onClose: () => void;
}

interface NewSuite {
  name: string;
  description: string;
  platform: SuiteSummary['platform'];
}

/** Creates a suite and opens it. */
export function CreateSuiteDialog({ projectId, onClose }: CreateSuiteDialogProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const done = useWhileShown((suite: StoredSuite) => {
    onClose();
    void navigate({ to: '/test-suite/$testSuiteId', params: { testSuiteId: suite.id } });
  });
  const form = useForm<NewSuite>({
    defaultValues: { name: '', description: '', platform: 'webchat' },
  });
  const { errors, isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name, description, platform }) => {
    try {
      const suite = await createSuite(scope, {
        name: name.trim(),
        description: description.trim(),
        platform,
        projectId,
      });
      useSuiteList.getState().addSuite(suite);
      done(suite);
    } catch (error) {
      form.setError('root', { message: messageOr(error, 'Failed to create test suite') });
    }
  });

  return (
    <FormDialog
      title="New test suite"
      description="A suite contains the tests of one bot or phone line."
      problem={errors.root?.message}
      submitLabel="Create test suite"
      isBusy={isSubmitting}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="Greeting"
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => suiteNameProblem(name) ?? true })}
      />
      <PlatformChoice register={form.register('platform')} />
      <Textarea
        label="Description (optional)"
        rows={2}
        error={errors.description?.message}
        {...form.register('description', {
          maxLength: { value: 2000, message: 'A description has at most 2,000 characters' },
        })}
      />
    </FormDialog>
  );
}
