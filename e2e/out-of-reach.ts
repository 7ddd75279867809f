import type { Page } from '@playwright/test';

/**
 * Names of controls that cannot be scrolled into view, because they stick out of the page to the side, out of a box that
 * hides its overflow, or out of a dialog that does not scroll.
 */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      'a[href], button, input, textarea, [role=combobox], [role=tab], [role=menuitem]';
    const isOut = (element: Element): boolean => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      // Elements for screen readers only are one pixel wide.
      if (width <= 1) return false;
      let scrollsDown = false;
      for (let box = element.parentElement; box; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (/auto|scroll/.test(overflowY)) scrollsDown = true;
        if (/auto|scroll/.test(overflowX)) return false;
        if (overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1))
          return true;
        if (position === 'fixed') {
          return !scrollsDown && (top < -1 || bottom > innerHeight + 1);
        }
      }
      return left < -1 || right > document.documentElement.clientWidth + 1;
    };
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isOut(element))
      .map(
        (element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName,
      );
  });
}
