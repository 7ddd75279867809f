import type { Agent } from '@parley/contract';
import { parseAgents } from '@parley/suite';
import { useCallback, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { LeaveGuard } from '#/ui/leave-guard.tsx';
import { useChange } from '#/ui/use-change.ts';
import { startHistory } from '../editor/source-history.ts';
import { TextWithProblems } from '../editor/text-with-problems.tsx';
import { changeAgent, createAgent } from './agents.queries.ts';

const example = `agent: Support
version: "1.0"
channel:
  kind: http
  url: https://bot.example/message
`;

interface AgentEditorProps {
  projectId: string;
  /** Undefined for a new agent. */
  agent: Agent | undefined;
  onClose: () => void;
}

/** The text of an agent, which is saved as a whole. */
export function AgentEditor({ projectId, agent, onClose }: AgentEditorProps) {
  const scope = useScope();
  const [history, setHistory] = useState(() => startHistory(agent?.source ?? example));
  const { source } = history;
  const { problems } = parseAgents(source);
  const save = useChange({
    run: () => (agent ? changeAgent(scope, agent, source) : createAgent(scope, projectId, source)),
    failure: 'Failed to save the agent',
    done: ({ name }) => ({ title: `“${name}” was saved` }),
    onDone: onClose,
  });
  const [isAsking, setIsAsking] = useState(false);
  const isDirty = source !== (agent?.source ?? example);
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  return (
    <Card title={agent ? `Edit “${agent.name}”` : 'New agent'}>
      <LeaveGuard
        description="The agent has unsaved changes."
        isDirty={useCallback(() => isDirty && !save.isPending, [isDirty, save.isPending])}
        save={hasErrors ? undefined : () => save.start(undefined)}
      />
      <div className="flex flex-col gap-3">
        <p className="text-ink-muted text-sm">
          <code>agent</code> is its name, <code>version</code> any text. <code>channel</code> and{' '}
          <code>evidence</code> are written as in the configuration of a suite.
        </p>
        <TextWithProblems
          label="Text of the agent"
          source={source}
          problems={problems}
          onChange={setHistory}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={hasErrors}
            isLoading={save.isPending}
            onClick={() => void save.start(undefined)}
          >
            Save agent
          </Button>
          <Button onClick={isDirty ? () => setIsAsking(true) : onClose}>Cancel</Button>
        </div>
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          title="Discard changes?"
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          isDangerous
          onConfirm={onClose}
        >
          What you entered isn’t saved.
        </ConfirmDialog>
      </div>
    </Card>
  );
}
