import { formatRelative } from '#/lib/format-time.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { isDirty } from './suite-editor.store.ts';

/** Notices that concern saving the text, with their solutions. */
export function EditorNotices() {
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      <Masked />
      <Conflict />
      <SaveError />
      <Restored />
    </div>
  );
}

function Masked() {
  const isMasked = useEditor(({ stored }) => stored.isMasked);
  if (!isMasked) return null;
  return (
    <Alert tone="warning" title="Credentials are hidden">
      Headers, auth and secret of the channel show *** because you can’t edit this test suite. A
      text with *** can’t be saved.
    </Alert>
  );
}

function Conflict() {
  const editor = useEditorStore();
  const conflict = useEditor((state) => state.conflict);
  const isSaving = useEditor((state) => state.isSaving);
  if (!conflict) return null;
  return (
    <Alert
      tone="warning"
      title="Somebody else saved this test suite"
      actions={
        <>
          <Button size="sm" isLoading={isSaving} onClick={() => void editor.getState().keepMine()}>
            Keep mine
          </Button>
          <Button size="sm" onClick={() => editor.getState().loadTheirs()}>
            Load theirs
          </Button>
        </>
      }
    >
      Their version was saved {formatRelative(conflict.lastModified, Date.now())}. “Keep mine”
      replaces it with your text. “Load theirs” shows it; use undo to get yours back.
    </Alert>
  );
}

function SaveError() {
  const error = useEditor((state) => state.saveError);
  const problems = useEditor((state) => state.serverProblems);
  if (!error) return null;
  return (
    <Alert tone="danger" title={error}>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ line, message, hint }) => (
            <li key={`${line} ${message}`}>
              {line !== undefined && `Line ${line}: `}
              {message} {hint}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function Restored() {
  const editor = useEditorStore();
  const isShown = useEditor((state) => state.isRestored && !state.conflict && isDirty(state));
  if (!isShown) return null;
  return (
    <Alert
      title="Your unsaved changes were restored"
      actions={
        <Button size="sm" onClick={() => editor.getState().discard()}>
          Discard
        </Button>
      }
    >
      This tab kept them. Save them, or discard them to see the saved version.
    </Alert>
  );
}
