import { useForm } from 'react-hook-form';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import type { SuiteDialogProps } from './suite-dialogs.tsx';
import { useSuiteList } from './suite-list.store.ts';
import { suiteNameProblem } from './suite-name.ts';
import { updateSuiteDetails } from './suites.queries.ts';

/** The basic information: name and description. Tests and monitoring stay as they are. */
export function SuiteDetailsDialog({ suite, onClose }: SuiteDialogProps) {
  const scope = useScope();
  const form = useForm({ defaultValues: { name: suite.name, description: suite.description } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name, description }) => {
    try {
      const details = { name: name.trim(), description: description.trim() };
      useSuiteList.getState().updateSuite(await updateSuiteDetails(scope, suite, details));
      onClose();
    } catch (error) {
      form.setError('root', { message: messageOr(error, 'Failed to update test suite') });
    }
  });

  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Edit details">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
          <TextField
            label="Name"
            autoComplete="off"
            error={errors.name?.message}
            {...form.register('name', { validate: (name) => suiteNameProblem(name) ?? true })}
          />
          <Textarea
            label="Description"
            hint="What these tests are for. Shown in the list."
            rows={3}
            error={errors.description?.message}
            {...form.register('description', {
              maxLength: { value: 2000, message: 'A description has at most 2,000 characters' },
            })}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isSubmitting}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
