/** A screen to capture, and ways to bring a page into the state to show. */
import type { Page } from '@playwright/test';
import { leaveDashboard } from '../fixtures.ts';
import type { Organizations } from './organizations.ts';

export interface Screen {
  /** Also the name of its pictures. */
  name: string;
  /** The viewer: an anonymous visitor, a user without an organization yet, or a member of one. */
  as: 'visitor' | 'newcomer' | keyof Organizations['people'];
  path: string;
  /** Brings the opened page into the state to show. */
  until?: (page: Page) => Promise<unknown>;
  /** True to capture the page down to its end. */
  isWhole?: boolean;
  /** True to open the page again for each size, because its state is reached in a different way there. */
  isAnew?: boolean;
}

export type Act = NonNullable<Screen['until']>;

/** Waits until the page has loaded its data, for at most 5 s, because a page that follows something live never stops loading. */
export const settle = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** Opens a menu and selects an item. */
export const item = (opener: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await button(opener)(page);
  await page.getByRole('menuitem', { name, exact: true }).click();
};

export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Selects an option of a segmented control. */
export const choice = (name: string) => (page: Page) =>
  page.getByText(name, { exact: true }).first().click();

export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor();

export const text = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).first().waitFor();

/** Performs actions one after another. */
export const steps =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** Makes the page's requests fail, as if the server were down. */
export const whileAway = (address: RegExp) => async (page: Page) => {
  await page.route(address, (route) => route.abort());
  // A cached list would be shown instead.
  await page.evaluate(() => localStorage.removeItem('project-storage'));
  await page.reload();
  // The page retries several times before it reports the failure.
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
};

/** Leaves the page's requests unanswered. */
export const whileWaiting = (address: RegExp) => async (page: Page) => {
  const shown = page.url();
  await leaveDashboard(page);
  await page.evaluate(() => localStorage.removeItem('project-storage'));
  await page.route(address, () => undefined);
  await page.goto(shown, { waitUntil: 'commit' });
};

/** Changes a response of the server, for states that take days or a payment to arise. */
export const answering =
  <Body>(address: string | RegExp, change: (body: Body) => unknown) =>
  async (page: Page) => {
    await page.route(address, async (route) => {
      const response = await route.fetch().catch(() => undefined);
      // The page was closed and no longer waits for the response.
      if (!response) return;
      await route.fulfill({ response, json: change(await response.json()) });
    });
    await page.reload();
  };

/** Opens the page as after a long pause, when the stored session is read again. */
export const openAnew = (path: string) => async (page: Page) => {
  await leaveDashboard(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(path);
};
