import { type Environment, nameLengthMax } from '@parley/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDraft } from '#/ui/use-draft.ts';
import {
  changeOf,
  draftProblems,
  type EnvironmentDraft,
  newSecret,
  newVariable,
  openDraft,
  type SecretRow,
} from './environment-draft.ts';
import { changeEnvironment, createEnvironment } from './environments.queries.ts';

interface EnvironmentDialogProps {
  projectId: string;
  /** Undefined to create an environment. */
  environment: Environment | undefined;
  onClose: () => void;
}

/** Edits the name, variables and secrets of an environment. A stored secret is never shown, only replaced. */
export function EnvironmentDialog({ projectId, environment, onClose }: EnvironmentDialogProps) {
  const scope = useScope();
  const { draft, change, isDirty } = useDraft(() => openDraft(environment));
  const [isAsked, setIsAsked] = useState(false);
  const problems = isAsked ? draftProblems(draft) : undefined;
  const save = useChange({
    run: () => {
      const { version, secrets = {}, ...wanted } = changeOf(draft, environment);
      if (environment)
        return changeEnvironment(scope, environment, { ...wanted, secrets, version });
      const set = Object.entries(secrets).filter((entry): entry is [string, string] => !!entry[1]);
      return createEnvironment(scope, projectId, { ...wanted, secrets: Object.fromEntries(set) });
    },
    failure: 'Failed to save the environment',
    isProblemShown: true,
    onDone: onClose,
  });

  function submit() {
    setIsAsked(true);
    if (draftProblems(draft)) save.reset();
    else void save.start(undefined);
  }

  return (
    <FormDialog
      title={environment ? 'Edit environment' : 'New environment'}
      description="Values that suites with “syntax: 2” use when they run in it."
      problem={save.problem}
      submitLabel={environment ? 'Save' : 'Create environment'}
      isBusy={save.isPending}
      isDirty={isDirty}
      widthPx={640}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="staging"
        autoComplete="off"
        maxLength={nameLengthMax}
        value={draft.name}
        error={problems?.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Variables draft={draft} problems={problems} onChange={change} />
      <Secrets draft={draft} problems={problems} onChange={change} />
    </FormDialog>
  );
}

interface RowsProps {
  draft: EnvironmentDraft;
  problems: ReturnType<typeof draftProblems>;
  onChange: (part: Partial<EnvironmentDraft>) => void;
}

const rowClass =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2 border-line border-b pb-2 sm:border-0 sm:pb-0';

function Variables({ draft: { variables }, problems, onChange }: RowsProps) {
  const set = (key: number, part: { name?: string; value?: string }) =>
    onChange({ variables: variables.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-ink text-sm">Variables</legend>
      {variables.map(({ key, name, value }, index) => (
        <div key={key} className={rowClass}>
          <TextField
            label={`Name of variable ${index + 1}`}
            isLabelHidden
            placeholder="api"
            autoComplete="off"
            spellCheck={false}
            value={name}
            error={problems?.names.get(key)}
            onChange={({ target }) => set(key, { name: target.value })}
          />
          <TextField
            label={`Value of variable ${index + 1}`}
            isLabelHidden
            placeholder="https://staging.example.com"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => set(key, { value: target.value })}
          />
          <IconButton
            label={`Remove variable ${name || index + 1}`}
            size="sm"
            icon={<Trash2 className="size-4" aria-hidden />}
            onClick={() => onChange({ variables: variables.filter((row) => row.key !== key) })}
          />
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        icon={<Plus className="size-4" aria-hidden />}
        onClick={() => onChange({ variables: [...variables, newVariable()] })}
      >
        Add variable
      </Button>
    </fieldset>
  );
}

function Secrets({ draft: { secrets }, problems, onChange }: RowsProps) {
  const set = (key: number, part: Partial<SecretRow>) =>
    onChange({ secrets: secrets.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-ink text-sm">Secrets</legend>
      <p className="text-ink-muted text-xs">
        Suites write {'{{secret.name}}'}. Nobody can read a value again, and results show *** in its
        place.
      </p>
      {secrets.map(({ key, name, value, isStored }, index) => (
        <div key={key} className={rowClass}>
          <TextField
            label={`Name of secret ${index + 1}`}
            isLabelHidden
            placeholder="token"
            autoComplete="off"
            spellCheck={false}
            readOnly={isStored}
            value={name}
            error={problems?.names.get(key)}
            onChange={({ target }) => set(key, { name: target.value })}
          />
          <TextField
            label={isStored ? `New value of ${name}` : `Value of secret ${index + 1}`}
            isLabelHidden
            type="password"
            placeholder={isStored ? 'Set; enter a value to replace it' : 'At least 8 characters'}
            autoComplete="new-password"
            value={value}
            error={problems?.values.get(key)}
            onChange={({ target }) => set(key, { value: target.value })}
          />
          <IconButton
            label={`Remove secret ${name || index + 1}`}
            size="sm"
            icon={<Trash2 className="size-4" aria-hidden />}
            onClick={() => onChange({ secrets: secrets.filter((row) => row.key !== key) })}
          />
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        icon={<Plus className="size-4" aria-hidden />}
        onClick={() => onChange({ secrets: [...secrets, newSecret()] })}
      >
        Add secret
      </Button>
    </fieldset>
  );
}
