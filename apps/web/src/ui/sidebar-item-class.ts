import { cx } from './cx.ts';

/** Style of a link or button in the sidebar. A collapsed sidebar only shows the icon. */
export function sidebarItemClass(isCollapsed: boolean): string {
  return cx(
    'group/item flex h-8 w-full shrink-0 items-center gap-2.5 rounded-md font-medium text-ink-muted text-sm outline-offset-[-2px] transition-colors',
    'hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink',
    '[&>svg]:size-4 [&>svg]:shrink-0',
    isCollapsed ? 'justify-center' : 'px-2',
  );
}
