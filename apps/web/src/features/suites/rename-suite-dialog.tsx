import { type FormEvent, useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import type { SuiteDialogProps } from './suite-dialog-props.ts';
import { useSuiteList } from './suite-list.store.ts';
import { suiteNameProblem } from './suite-name.ts';
import { renameSuite } from './suites.queries.ts';

export function RenameSuiteDialog({ suite, onClose }: SuiteDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const [name, setName] = useState(suite.name);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const problem = suiteNameProblem(name);
    setError(problem);
    if (problem) return;
    setIsSaving(true);
    try {
      useSuiteList.getState().updateSuite(await renameSuite(scope, suite.id, name.trim()));
      done();
    } catch (failure) {
      setError(messageOr(failure, 'Failed to rename test suite'));
      setIsSaving(false);
    }
  }

  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Rename test suite">
      <form className="contents" onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            label="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={error}
            autoComplete="off"
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isSaving}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
