import type { StoredSuite } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { createSuite } from '../suites.queries.ts';
import { useEditorStore } from './editor-context.tsx';

/** Shown if somebody deleted the suite while it was open. A button creates a new suite from the text. */
export function DeletedNotice({ stored }: { stored: StoredSuite }) {
  const scope = useScope();
  const editor = useEditorStore();
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function createAgain() {
    const { name, description, projectId, platform } = stored;
    editor.getState().settle();
    setIsCreating(true);
    try {
      const { source } = editor.getState();
      const suite = await createSuite(scope, { name, description, projectId, platform, source });
      const params = { testSuiteId: suite.id };
      await navigate({ to: '/test-suite/$testSuiteId', params, ignoreBlocker: true });
      editor.getState().discard();
    } catch (error) {
      setFailure(messageOr(error, 'Failed to create test suite'));
    } finally {
      setIsCreating(false);
    }
  }

  return (
    <Alert
      tone="warning"
      title="This test suite was deleted"
      actions={
        <Button size="sm" isLoading={isCreating} onClick={() => void createAgain()}>
          Create it again
        </Button>
      }
    >
      {failure ?? 'Your text is only in this tab. You can create a new test suite from it.'}
    </Alert>
  );
}
