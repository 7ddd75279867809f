import type { SuiteView } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Checkbox } from '#/ui/checkbox.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { createSuiteView, setDefaultSuiteView } from './suite-views.queries.ts';
import type { SuiteFilters } from './suites-search.ts';

interface SaveViewDialogProps {
  filters: SuiteFilters;
  onSaved: (view: SuiteView) => void;
  onClose: () => void;
}

/** Saves the current filters as a view. */
export function SaveViewDialog({ filters, onSaved, onClose }: SaveViewDialogProps) {
  const scope = useScope();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [isDefault, setIsDefault] = useState(false);
  const [isNameless, setIsNameless] = useState(false);
  const save = useChange({
    run: async () => {
      const view = await createSuiteView(scope, { name: name.trim(), filters, isShared });
      if (isDefault) await setDefaultSuiteView(scope, view.id);
      return view;
    },
    failure: 'Failed to save the view',
    isProblemShown: true,
    done: (view) => ({ title: `“${view.name}” was saved` }),
    onDone: (view) => {
      onSaved(view);
      onClose();
    },
  });

  function submit() {
    const hasName = name.trim() !== '';
    setIsNameless(!hasName);
    if (hasName) void save.start();
    else save.reset();
  }

  return (
    <FormDialog
      title="Save view"
      description="A view stores the filters. It shows the suites that match when you open it."
      submitLabel="Save"
      isBusy={save.isPending}
      isDirty={name !== '' || isShared || isDefault}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={120}
        onChange={({ target }) => setName(target.value)}
        error={isNameless && name.trim() === '' ? 'Enter a name.' : save.problem}
        autoComplete="off"
      />
      <Checkbox
        label="Share with everyone in the organization"
        hint={isShared ? 'Every member can rename, change and delete it.' : undefined}
        checked={isShared}
        onChange={({ target }) => setIsShared(target.checked)}
      />
      <Checkbox
        label="Open Suites with this view"
        checked={isDefault}
        onChange={({ target }) => setIsDefault(target.checked)}
      />
    </FormDialog>
  );
}
