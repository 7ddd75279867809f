/** A person without a mouse: goes by Tab, and sees at every stop where they are. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const stopsMax = 120;

/** Presses Tab, or Shift+Tab to go back, until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await expect.poll(() => unseenFocus(page), { message: 'focus that nobody sees' }).toBe('');
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Goes to a button or link and presses it. */
export async function pressKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and writes over what is in it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Opens a list of options and goes to one by its first letters. */
export async function chooseByKeys(page: Page, list: Locator, option: string): Promise<void> {
  await pressKey(page, list);
  const wanted = page.getByRole('option', { name: option });
  await expect(wanted).toBeVisible();
  await page.keyboard.type(option);
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list).toHaveText(option);
  await expect(list).toBeFocused();
}

/** The element that has the focus without showing it; empty if one can see it. */
function unseenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const isMarked = (shown: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(shown);
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return isOutlined || /0px 0px 0px 2px/.test(boxShadow);
    };
    // A radio button is drawn by its label.
    const label = element.closest('label');
    const { bottom, top, left, right } = (label ?? element).getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const isSeen = isInSight && (isMarked(element) || (label !== null && isMarked(label)));
    return isSeen ? '' : element.outerHTML.slice(0, 300);
  });
}
