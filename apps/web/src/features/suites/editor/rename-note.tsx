import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { oldUses, type Renaming, renameUses } from './rename-uses.ts';

/** Maximum number of places to list. The rest is only counted. */
const shownMax = 12;

interface RenameNoteProps {
  renaming: Renaming | undefined;
  onClose: () => void;
}

/** Offers to rename the uses of a renamed variable or row, with a preview of each change. */
export function RenameNote({ renaming, onClose }: RenameNoteProps) {
  const editor = useEditorStore();
  const suite = useEditor((state) => state.suite);
  const uses = renaming ? oldUses(suite, renaming) : [];
  if (!renaming || uses.length === 0) return null;
  const places = uses.length === 1 ? 'one place' : `${uses.length} places`;
  const what = renaming.kind === 'row' ? `The row “${renaming.from}”` : `{{${renaming.from}}}`;
  return (
    <Alert
      tone="warning"
      title={`${what} is still used in ${places}`}
      actions={
        <>
          <Button
            size="sm"
            variant="primary"
            onClick={() => {
              editor.getState().edit((before) => renameUses(before, renaming));
              onClose();
            }}
          >
            Rename to “{renaming.to}”
          </Button>
          <Button size="sm" onClick={onClose}>
            Keep
          </Button>
        </>
      }
    >
      <ul className="mt-1 flex flex-col gap-1 text-xs" aria-label="Uses">
        {uses.slice(0, shownMax).map(({ place, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
          <li key={index} className="min-w-0 break-words">
            {place}: <del className="text-ink-muted">{before}</del>{' '}
            <ins className="text-ink no-underline">{after}</ins>
          </li>
        ))}
        {uses.length > shownMax && <li>and {uses.length - shownMax} more</li>}
      </ul>
    </Alert>
  );
}
