import { type Agent, agentsMax, roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Headset, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { ListFrame } from '#/ui/list-frame.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { useChange } from '#/ui/use-change.ts';
import { AgentEditor } from './agent-editor.tsx';
import { agentsQuery, agentUsesQuery, deleteAgent } from './agents.queries.ts';

/** The agents that the suites of a project can name. */
export function AgentsScreen({ projectId }: { projectId: string }) {
  const query = useQuery(agentsQuery(useScope(), projectId));
  const role = useMyRole();
  const mayWrite = role !== undefined && roleAllows(role, 'suites.write');
  const [edited, setEdited] = useState<Agent | 'new' | null>(null);
  const agents = query.data ?? [];
  const isFull = agents.filter((one) => one.projectId === projectId).length >= agentsMax;
  const add = mayWrite && (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      disabled={isFull || edited !== null}
      onClick={() => setEdited('new')}
    >
      New agent
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Agents"
        description="What the suites of the project test, described once"
        actions={agents.length > 0 && add}
      />
      {edited && (
        <AgentEditor
          key={edited === 'new' ? 'new' : edited.id}
          projectId={projectId}
          agent={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <ListFrame query={query} what="the agents">
        {query.isSuccess && agents.length === 0 && !edited && (
          <EmptyState icon={<Headset aria-hidden />} title="No agents" action={add}>
            An agent has a channel, evidence sources and a version. Suites name it with{' '}
            <code>agent: NAME</code> in their configuration.
          </EmptyState>
        )}
        {agents.length > 0 && (
          <Card isFlush>
            <ul aria-label="Agents" className="divide-y divide-line">
              {agents.map((agent) => (
                <AgentRow
                  key={agent.id}
                  agent={agent}
                  isInherited={agent.projectId !== projectId}
                  mayWrite={mayWrite && edited === null}
                  onEdit={() => setEdited(agent)}
                />
              ))}
            </ul>
          </Card>
        )}
      </ListFrame>
    </div>
  );
}

interface AgentRowProps {
  agent: Agent;
  /** True if the agent belongs to the parent project and can only be changed there. */
  isInherited: boolean;
  mayWrite: boolean;
  onEdit: () => void;
}

function AgentRow({ agent, isInherited, mayWrite, onEdit }: AgentRowProps) {
  const scope = useScope();
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, agentVersion } = agent;
  const { data: users } = useQuery(agentUsesQuery(scope, agent));
  const remove = useChange({
    run: () => deleteAgent(scope, agent),
    failure: 'Failed to delete the agent',
    done: () => ({ title: `“${name}” was deleted` }),
  });
  const facts = [
    agentVersion === null ? 'no version' : `version ${agentVersion}`,
    isInherited && 'of the project above',
  ];
  return (
    <li className="flex items-start justify-between gap-4 px-5 py-3">
      <div className="min-w-0">
        <p dir="auto" className="break-words text-left font-medium text-ink text-sm">
          {name}
        </p>
        <p className="break-words text-ink-muted text-xs">{facts.filter(Boolean).join(' · ')}</p>
        {users && (
          <p className="text-ink-muted text-sm">
            {users.uses.length === 0 ? 'Not named by a suite' : 'Named by '}
            {users.uses.map(({ suiteId, suiteName }, at) => (
              <span key={suiteId}>
                {at > 0 && ', '}
                <Link
                  to="/test-suite/$testSuiteId"
                  params={{ testSuiteId: suiteId }}
                  className={linkClass}
                >
                  {suiteName}
                </Link>
              </span>
            ))}
            {!users.isComplete && ' There are more suites than can be searched.'}
          </p>
        )}
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
        confirmLabel="Delete agent"
        isDangerous
        onConfirm={() => remove.start(undefined)}
      >
        Runs that tested it stay. An agent that suites name cannot be deleted. This cannot be
        undone.
      </ConfirmDialog>
    </li>
  );
}
