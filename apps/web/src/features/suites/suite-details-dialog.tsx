import type { SuiteSummary } from '@parley/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isConflict } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import type { SuiteDialogProps } from './suite-dialog-props.ts';
import { useSuiteList } from './suite-list.store.ts';
import { suiteNameProblem } from './suite-name.ts';
import { fetchSuite, updateSuiteDetails } from './suites.queries.ts';

type Details = Pick<SuiteSummary, 'name' | 'description'>;

/** Edits the name and the description of a suite. */
export function SuiteDetailsDialog({ suite, onClose }: SuiteDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const [base, setBase] = useState<SuiteSummary>(suite);
  const form = useForm({ defaultValues: { name: suite.name, description: suite.description } });
  const { errors, isDirty, isSubmitting } = form.formState;

  async function save(details: Details, from: SuiteSummary): Promise<void> {
    try {
      useSuiteList.getState().updateSuite(await updateSuiteDetails(scope, from, details));
      done();
    } catch (error) {
      const theirs = isConflict(error) && (await fetchSuite(scope, suite.id).catch(() => null));
      // Only the tests or the monitoring changed, so no name or description would be lost.
      if (theirs && hasSameDetails(theirs, from)) return save(details, theirs);
      if (theirs) setBase(theirs);
      const message = messageOr(error, 'Failed to update test suite');
      form.setError('root', { message: theirs ? changedBySomebody(theirs) : message });
    }
  }

  const submit = form.handleSubmit(({ name, description }) =>
    save({ name: name.trim(), description: description.trim() }, base),
  );

  return (
    <FormDialog
      title="Edit details"
      problem={errors.root?.message}
      submitLabel="Save"
      isBusy={isSubmitting}
      isDirty={isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => suiteNameProblem(name) ?? true })}
      />
      <Textarea
        label="Description"
        hint="The purpose of these tests. Shown in the list."
        rows={3}
        error={errors.description?.message}
        {...form.register('description', {
          maxLength: { value: 2000, message: 'A description has at most 2,000 characters' },
        })}
      />
    </FormDialog>
  );
}

function hasSameDetails(a: Details, b: Details): boolean {
  return a.name === b.name && a.description === b.description;
}

/** Message about a concurrent change, which the user can knowingly overwrite by saving again. */
function changedBySomebody({ name, description }: Details): string {
  const now = description ? `“${name}” (${description})` : `“${name}”, without a description`;
  return `Somebody changed this test suite while you were editing. It is now ${now}. Save again to replace that.`;
}
