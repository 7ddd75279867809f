/** Actions of a user without a mouse, who moves by Tab. At every stop, the focus must be visible. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './fixtures.ts';
import { openNavigation } from './navigation.ts';

/** More tab stops than any page has. */
const stopsMax = 120;

/** Presses Tab, or Shift+Tab to go back, until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await isFocused(target)) return;
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

/** Opens the sidebar, in whichever form it has. */
export function openNavigationByKeys(page: Page): Promise<Locator> {
  return openNavigation(page, (button) => pressKey(page, button));
}

/** Signs in through the form and waits for the projects page. */
export async function signInByKeys(page: Page, account: Account): Promise<void> {
  await page.goto('/signin');
  await typeInto(page, page.getByLabel('Email'), account.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects');
}

/** Moves to a field and replaces its content. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Opens a list of options and selects one by typing its first letters. */
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

/** Opens a menu, moves down to an item and selects it. */
export async function chooseInMenu(page: Page, opener: Locator, item: string): Promise<void> {
  await pressKey(page, opener);
  const wanted = page.getByRole('menuitem', { name: item, exact: true });
  await expect(wanted).toBeVisible();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    if (await isFocused(wanted)) return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow does not lead to ${item}.`);
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Returns the HTML of the focused element if its focus is not visible; empty otherwise. */
function unseenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const isMarked = (shown: Element, part?: string) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(shown, part);
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return isOutlined || /0px 0px 0px 2px/.test(boxShadow);
    };
    // A radio button is drawn by its label.
    const label = element.closest('label');
    const { bottom, top, left, right } = (label ?? element).getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    // A link that covers a card is outlined by itself or by the card.
    const isItself = isMarked(element) || isMarked(element, '::after');
    const frames = [label, element.closest('article')];
    const isDrawn = isItself || frames.some((frame) => frame !== null && isMarked(frame));
    return isInSight && isDrawn ? '' : element.outerHTML.slice(0, 300);
  });
}
