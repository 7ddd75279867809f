/** What a picture is of, and the ways from a page as it opens to the state that is shown. */
import type { Page } from '@playwright/test';
import { leaveDashboard } from '../fixtures.ts';
import type { Organizations } from './organizations.ts';

export interface Screen {
  /** Also the name of its pictures. */
  name: string;
  /** Whose eyes: nobody's, those of somebody without an organization yet, or of somebody in one. */
  as: 'visitor' | 'newcomer' | keyof Organizations['people'];
  path: string;
  /** From the page as it opens to the state that is shown. */
  until?: (page: Page) => Promise<unknown>;
  /** Down to the end of the page. */
  isWhole?: boolean;
  /** Opened anew at each size, because the way to its state is another one there. */
  isAnew?: boolean;
}

export type Act = NonNullable<Screen['until']>;

/** Waits for what the page asks for; one that follows something live never stops asking. */
export const settle = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** An item of the menu behind a button. */
export const item = (opener: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await button(opener)(page);
  await page.getByRole('menuitem', { name, exact: true }).click();
};

export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** One of a few that stand in a row. */
export const choice = (name: string) => (page: Page) =>
  page.getByText(name, { exact: true }).first().click();

export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor();

export const text = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).first().waitFor();

/** One after the other. */
export const steps =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** The requests of the page fail, as when the server is away. */
export const whileAway = (address: RegExp) => async (page: Page) => {
  await page.route(address, (route) => route.abort());
  // A list that is kept would be shown in its place.
  await page.evaluate(() => localStorage.removeItem('project-storage'));
  await page.reload();
  // It is asked again some times before the failure is told.
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
};

/** The requests of the page are never answered. */
export const whileWaiting = (address: RegExp) => async (page: Page) => {
  const shown = page.url();
  await leaveDashboard(page);
  await page.evaluate(() => localStorage.removeItem('project-storage'));
  await page.route(address, () => undefined);
  await page.goto(shown, { waitUntil: 'commit' });
};

/** The server answers with something changed, for states that take days or a payment to come about. */
export const answering =
  <Body>(address: string | RegExp, change: (body: Body) => unknown) =>
  async (page: Page) => {
    await page.route(address, async (route) => {
      const response = await route.fetch().catch(() => undefined);
      // The page has gone and no longer waits for the answer.
      if (!response) return;
      await route.fulfill({ response, json: change(await response.json()) });
    });
    await page.reload();
  };

/** As after a long pause: what the browser has kept of the session is read anew. */
export const openAnew = (path: string) => async (page: Page) => {
  await leaveDashboard(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(path);
};
