import { setSingleKeys, useSingleKeysSetting } from '#/lib/single-keys.ts';
import { Checkbox } from '#/ui/checkbox.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody } from '#/ui/dialog-frame.tsx';
import { commandKey } from './command-key.ts';

interface Shortcut {
  keys: string[];
  does: string;
  /** True for a key without Ctrl or Cmd. Users can turn these shortcuts off. */
  isSingle?: boolean;
}

const groups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [commandKey('K')], does: 'Search or jump to' },
      { keys: [commandKey('B')], does: 'Toggle sidebar' },
      { keys: ['?'], does: 'Keyboard shortcuts', isSingle: true },
    ],
  },
  {
    title: 'Run',
    shortcuts: [
      { keys: ['n'], does: 'Next failure', isSingle: true },
      { keys: ['p'], does: 'Previous failure', isSingle: true },
      { keys: ['/'], does: 'Filter tests', isSingle: true },
      { keys: ['↑', '↓'], does: 'Test above or below, in the list' },
    ],
  },
  {
    title: 'Test suite',
    shortcuts: [
      { keys: [commandKey('S')], does: 'Save' },
      { keys: [commandKey('Z')], does: 'Undo' },
      { keys: [commandKey('Y')], does: 'Redo' },
      { keys: [commandKey('Enter')], does: 'Add a step below' },
    ],
  },
];

interface ShortcutsSheetProps {
  isOpen: boolean;
  onClose: () => void;
}

export function ShortcutsSheet({ isOpen, onClose }: ShortcutsSheetProps) {
  const hasSingleKeys = useSingleKeysSetting();
  return (
    <Dialog isOpen={isOpen} onOpenChange={(next) => !next && onClose()} title="Keyboard shortcuts">
      <DialogBody>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1 font-medium text-ink-muted text-xs">{title}</h3>
            <dl className="flex flex-col">
              {shortcuts.map(({ keys, does, isSingle }) => (
                <div
                  key={does}
                  className="flex items-center justify-between gap-4 border-line border-b py-1.5 text-sm last:border-0"
                >
                  <dt className="text-ink">{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {isSingle && !hasSingleKeys && <span className="text-ink-muted">Off</span>}
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="min-w-6 rounded-sm bg-sunken px-1.5 py-0.5 text-center font-sans text-ink text-xs ring-1 ring-line"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Single-key shortcuts"
          hint="Turn them off if you dictate or press keys by accident. They do nothing while you type."
          checked={hasSingleKeys}
          onChange={({ target }) => setSingleKeys(target.checked)}
        />
      </DialogBody>
    </Dialog>
  );
}
