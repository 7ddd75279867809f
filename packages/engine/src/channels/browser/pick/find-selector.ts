/** Finds selectors of an element, and checks them in the way in which a run would use them. */
import type { ElementHandle, Frame, Page } from 'playwright-core';
import { reacts } from '../widget.ts';
import { pickerLimits } from './picker-view.ts';
import { selectorsFor } from './selectors-for.ts';

const framesDeepMax = 6;

export interface PickedElement {
  frame: Frame;
  element: ElementHandle<Element>;
}

/** Returns the element that is displayed at a point of the page, through iframes and open shadow roots. */
export async function elementAt(
  page: Page,
  point: { x: number; y: number },
): Promise<PickedElement | undefined> {
  let frame = page.mainFrame();
  let { x, y } = point;
  for (let depth = 0; depth < framesDeepMax; depth += 1) {
    const found = await reacts(
      frame.evaluateHandle(
        (at) => {
          let top = document.elementFromPoint(at.x, at.y);
          while (top?.shadowRoot) {
            const inner = top.shadowRoot.elementFromPoint(at.x, at.y);
            if (!inner || inner === top) break;
            top = inner;
          }
          return top;
        },
        { x, y },
      ),
    );
    const element = found.asElement() as ElementHandle<Element> | null;
    const inner = await element?.contentFrame();
    if (!element || !inner) return element ? { frame, element } : undefined;
    const origin: unknown = await element.evaluate((node) => {
      const { x: left, y: top } = node.getBoundingClientRect();
      const { paddingLeft, paddingTop } = getComputedStyle(node);
      return [
        left + node.clientLeft + Number.parseFloat(paddingLeft),
        top + node.clientTop + Number.parseFloat(paddingTop),
      ];
    });
    if (!Array.isArray(origin) || !origin.every(Number.isFinite)) return undefined;
    x -= origin[0];
    y -= origin[1];
    frame = inner;
  }
  return undefined;
}

/** Returns the first selector that finds only this element; undefined if there is none. */
export async function selectorOf({ frame, element }: PickedElement): Promise<string | undefined> {
  const ways: unknown = await reacts(element.evaluate(selectorsFor));
  for (const way of selectorsIn(ways)) {
    const located = frame.locator(`css=${way}`);
    if ((await located.count().catch(() => 0)) !== 1) continue;
    const [only] = await located.elementHandles();
    if (only && (await isSame(only, element))) return way;
  }
  return undefined;
}

/** Returns the selectors of the iframes from the page to this frame; undefined if one of them has no usable selector. */
export async function framesTo(frame: Frame): Promise<string[] | undefined> {
  const selectors: string[] = [];
  for (let at = frame; at.parentFrame(); ) {
    const outer = at.parentFrame() as Frame;
    const element = (await at.frameElement()) as ElementHandle<Element>;
    const selector = await selectorOf({ frame: outer, element });
    if (selector === undefined) return undefined;
    selectors.unshift(selector);
    at = outer;
  }
  return selectors;
}

/** Filters selectors from an untrusted page: short texts on one line that are plain CSS. */
export const selectorsIn = (given: unknown): string[] =>
  (Array.isArray(given) ? given : []).filter(
    (way): way is string =>
      typeof way === 'string' &&
      way.length <= pickerLimits.selectorMax &&
      way.trim() !== '' &&
      !/>>|\p{Cc}/u.test(way),
  );

export const isSame = (one: ElementHandle, other: ElementHandle): Promise<boolean> =>
  one.evaluate((a, b) => a === b, other).catch(() => false);
