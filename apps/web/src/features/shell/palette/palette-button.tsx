import { Search } from 'lucide-react';
import { commandKey } from './command-key.ts';
import { openPaletteWindow } from './palette-store.ts';

export function PaletteButton() {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => openPaletteWindow('palette')}
      className="flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2 text-ink-muted text-sm transition-colors hover:bg-hover hover:text-ink lg:w-56 lg:bg-surface lg:shadow-control lg:ring-1 lg:ring-line-control/60 lg:ring-inset"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left max-lg:sr-only">
        Search <span className="sr-only">or jump to</span>
      </span>
      <kbd aria-hidden className="font-sans text-ink-faint text-xs max-lg:hidden">
        {commandKey('K')}
      </kbd>
    </button>
  );
}
