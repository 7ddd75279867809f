/** Inspects a page for a simulated user: what can be clicked or typed into, and what is wrong with the page. */
import type { Page } from '@playwright/test';

export interface Target {
  x: number;
  y: number;
  /** Kind of element and its text. */
  label: string;
}

export interface Look {
  /** Identifies the loaded document; differs after each reload. */
  document: number;
  windows: number;
  hasFocus: boolean;
  isErrorScreen: boolean;
  isBlank: boolean;
  isLoading: boolean;
  /** Internal terms that users should not see, such as `undefined`; empty if there are none. */
  leaked: string;
  overhangPx: number;
  /** The element that sticks out furthest. */
  widest: string;
}

/** Matches controls to avoid, because they would end the drill, and the page that fails on purpose. */
const left =
  /delete (my |your )?account|delete organi[sz]ation|error test|\bthrow\b|cause runtime/i;

/** Picks a random element whose center can be clicked; null if there is none. `rolls` are random numbers from 0 up to 1. */
export function findTarget(
  page: Page,
  kind: 'press' | 'type',
  rolls: number[],
): Promise<Target | null> {
  return page.evaluate(
    ({ isField, chances, leftOut }) => {
      const never = new RegExp(leftOut, 'i');
      const selector = isField
        ? 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea, [contenteditable=true]'
        : 'a[href], button, summary, select, label, input[type=checkbox], input[type=radio], [role=button], [role=link], [role^=menuitem], [role=tab], [role=option], [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=treeitem]';
      const nameOf = (element: Element) =>
        (
          element.getAttribute('aria-label') ||
          element.textContent ||
          element.getAttribute('placeholder') ||
          element.getAttribute('name') ||
          ''
        )
          .trim()
          .replaceAll(/\s+/g, ' ')
          .slice(0, 50);
      const isOffered = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width < 2 || height < 2) return false;
        if (element.matches(':disabled, [aria-disabled=true]')) return false;
        if (element.closest('[inert]')) return false;
        if (element instanceof HTMLAnchorElement && element.origin !== location.origin)
          return false;
        return !never.test(nameOf(element));
      };
      const all = [...document.querySelectorAll(selector)].filter(isOffered);
      // Prefer elements of the page and its overlays to those of the surrounding shell, which is always present.
      const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
      const nearer = all.filter((element) => element.closest(`main, ${over}`));
      for (const chance of chances) {
        const list = chance < 0.75 && nearer.length > 0 ? nearer : all;
        const place = Math.floor(((chance * 7919) % 1) * list.length);
        const element = list[place];
        if (!element) continue;
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left: x, top: y, width, height } = element.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        const hit = document.elementFromPoint(middle.x, middle.y);
        if (!hit || !(element.contains(hit) || hit.contains(element))) continue;
        const what = element.getAttribute('role') ?? element.tagName.toLowerCase();
        return { ...middle, label: `${what} “${nameOf(element)}”` };
      }
      return null;
    },
    { isField: kind === 'type', chances: rolls, leftOut: left.source },
  );
}

export function lookAt(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const isVisible = (element: Element) => element.getClientRects().length > 0;
    const root = document.documentElement;
    const overhangPx = root.scrollWidth - root.clientWidth;
    const sticksOut = (element: Element) =>
      element.getBoundingClientRect().right > root.clientWidth + 1;
    const widest =
      overhangPx > 0 ? [...document.querySelectorAll('body *')].findLast(sticksOut) : undefined;
    const titles = [...document.querySelectorAll('[role=alert] h1')];
    // A document that is still being parsed has no body yet.
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts
    const seen = (document.body as HTMLElement | null)?.innerText ?? '';
    return {
      document: performance.timeOrigin,
      windows: [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isVisible)
        .length,
      hasFocus: document.activeElement !== document.body && document.activeElement !== null,
      isErrorScreen: titles.some((title) => title.textContent === 'Something went wrong'),
      isBlank: seen.trim() === '',
      leaked: /.{0,40}(\bundefined\b|\bNaN\b|\[object |Invalid Date).{0,40}/.exec(seen)?.[0] ?? '',
      isLoading:
        [...document.querySelectorAll('.animate-pulse')].some(isVisible) ||
        [...document.querySelectorAll('[role=status]')].some(
          (status) => isVisible(status) && status.textContent?.trim() === 'Loading...',
        ),
      overhangPx,
      widest: widest ? widest.outerHTML.slice(0, 160) : '',
    };
  });
}
