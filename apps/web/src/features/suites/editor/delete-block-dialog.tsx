import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { describeUse } from './block-panel.tsx';
import type { BlockSelection } from './use-block-selection.ts';

/** Maximum number of uses to list. The rest is only counted. */
const shownMax = 5;

/** Asks before a block that is in use is deleted, because its uses become errors. */
export function DeleteBlockDialog({ asked }: Pick<BlockSelection, 'asked'>) {
  if (!asked) return null;
  const { name, uses, confirm, cancel } = asked;
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && cancel()}
      title={`Delete “${name}”?`}
      confirmLabel="Delete block"
      isDangerous
      onConfirm={confirm}
    >
      It is used in {uses.slice(0, shownMax).map(describeUse).join('; ')}
      {uses.length > shownMax && ` and ${uses.length - shownMax} more places`}. These steps stay,
      and are errors until you remove them.
    </ConfirmDialog>
  );
}
