import type { SuiteConfiguration } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Select } from '#/ui/select.tsx';
import { useEditor } from './editor-context.tsx';

interface AgentCardProps {
  configuration: SuiteConfiguration;
  onChange: (change: Partial<SuiteConfiguration>) => void;
}

/** Stands for the suite's own channel in the list of agents. No agent can have this name. */
const ownChannel = '';

/** Choice between an agent of the project and the suite's own channel. Only suites with version 2 of the syntax have it. */
export function AgentCard({ configuration, onChange }: AgentCardProps) {
  const agents = useEditor((state) => state.agents);
  const projectId = useEditor(({ stored }) => stored.projectId);
  const { syntax, agent: named } = configuration;
  if (syntax !== 2 || (agents.length === 0 && named === undefined)) return null;
  const chosen = agents.find(({ name }) => name === named);
  const names = agents.map(({ name }) => name);
  const unknown = named !== undefined && !chosen ? [named] : [];
  return (
    <Card title="Agent" subtitle="What the suite tests">
      <div className="flex flex-col gap-3">
        <Select
          label="Agent"
          isLabelHidden
          options={[
            { value: ownChannel, label: 'None: the suite has its own channel' },
            ...[...unknown, ...names].map((name) => ({ value: name, label: name })),
          ]}
          value={named ?? ownChannel}
          onChange={(name) =>
            onChange(
              name === ownChannel
                ? { agent: undefined }
                : { agent: name, channel: undefined, evidence: undefined },
            )
          }
        />
        {named !== undefined && (
          <p className="text-ink-muted text-sm">
            {chosen
              ? `Version ${chosen.version ?? 'not stated'}. The suite uses its channel and evidence sources.`
              : 'The project has no such agent.'}{' '}
            <Link to="/projects/$projectId/agents" params={{ projectId }} className={linkClass}>
              Agents of the project
            </Link>
          </p>
        )}
      </div>
    </Card>
  );
}
