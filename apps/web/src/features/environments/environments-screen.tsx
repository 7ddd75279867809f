import { type Environment, environmentsMax, roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Globe, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { useChange } from '#/ui/use-change.ts';
import { EnvironmentDialog } from './environment-dialog.tsx';
import { deleteEnvironment, environmentsQuery } from './environments.queries.ts';

/** The environments in which the suites of a project can run. */
export function EnvironmentsScreen({ projectId }: { projectId: string }) {
  const query = useQuery(environmentsQuery(useScope(), projectId));
  const role = useMyRole();
  const mayWrite = role !== undefined && roleAllows(role, 'environments.write');
  const [edited, setEdited] = useState<Environment | 'new' | null>(null);
  const environments = query.data ?? [];
  const isFull =
    environments.filter((one) => one.projectId === projectId).length >= environmentsMax;
  const add = mayWrite && (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      disabled={isFull}
      onClick={() => setEdited('new')}
    >
      New environment
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Environments"
        description="Run the same suites on staging and in production, with other addresses and credentials"
        actions={environments.length > 0 && add}
      />
      <ListFrame query={query} what="the environments">
        {query.isSuccess && environments.length === 0 && (
          <EmptyState icon={<Globe aria-hidden />} title="No environments" action={add}>
            An environment has variables, such as the address of the agent, and secrets. Suites use
            them as {'{{name}}'} and {'{{secret.name}}'}.
            {!mayWrite && ' Owners and administrators create them.'}
          </EmptyState>
        )}
        {environments.length > 0 && (
          <Card isFlush>
            <ul className="divide-y divide-line">
              {environments.map((environment) => (
                <EnvironmentRow
                  key={environment.id}
                  environment={environment}
                  isInherited={environment.projectId !== projectId}
                  mayWrite={mayWrite}
                  onEdit={() => setEdited(environment)}
                />
              ))}
            </ul>
          </Card>
        )}
        {edited && (
          <EnvironmentDialog
            projectId={projectId}
            environment={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(null)}
          />
        )}
      </ListFrame>
    </div>
  );
}

interface EnvironmentRowProps {
  environment: Environment;
  /** True if the environment belongs to the parent project and can only be changed there. */
  isInherited: boolean;
  mayWrite: boolean;
  onEdit: () => void;
}

function EnvironmentRow({ environment, isInherited, mayWrite, onEdit }: EnvironmentRowProps) {
  const scope = useScope();
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, variables, secrets, version } = environment;
  const remove = useChange({
    run: () => deleteEnvironment(scope, environment),
    failure: 'Failed to delete the environment',
    done: () => ({ title: `“${name}” was deleted` }),
  });
  const facts = [
    countOf(Object.keys(variables).length, 'variable'),
    countOf(secrets.length, 'secret'),
    `version ${version}`,
    isInherited && 'of the project above',
  ];
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3">
      <div className="min-w-0">
        <p dir="auto" className="truncate text-left font-medium text-ink text-sm">
          {name}
        </p>
        <p className="text-ink-muted text-xs">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {mayWrite && !isInherited && (
        <div className="flex shrink-0 gap-1">
          <IconButton
            label={`Edit ${name}`}
            size="sm"
            icon={<Pencil className="size-4" aria-hidden />}
            onClick={onEdit}
          />
          <IconButton
            label={`Delete ${name}`}
            size="sm"
            icon={<Trash2 className="size-4" aria-hidden />}
            onClick={() => setIsDeleting(true)}
          />
        </div>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete “${name}”?`}
        confirmLabel="Delete environment"
        isDangerous
        onConfirm={() => remove.start(undefined)}
      >
        Its secrets are lost. Queued runs and monitors that use it fail. Past runs stay. This cannot
        be undone.
      </ConfirmDialog>
    </li>
  );
}
