/** Every screen and state that has a place in the gallery; a line each. */
import type { Page } from '@playwright/test';
import { leaveDashboard } from '../fixtures.ts';
import type { Organizations } from './organizations.ts';

export interface Screen {
  /** Also the name of its pictures. */
  name: string;
  /** Whose eyes: nobody's, or those of somebody in one of the three organizations. */
  as: 'visitor' | keyof Organizations;
  path: string;
  /** From the page as it opens to the state that is shown. */
  until?: (page: Page) => Promise<void>;
  /** Down to the end of the page. */
  isWhole?: boolean;
}

const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** One of a few that stand in a row. */
const choice = (name: string) => (page: Page) => page.getByText(name, { exact: true }).click();

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor();

/** The requests of the page fail, as when the server is away. */
const whileAway = (address: RegExp) => async (page: Page) => {
  await page.route(address, (route) => route.abort());
  await page.reload();
};

/** The requests of the page are never answered. */
const whileWaiting = (address: RegExp) => async (page: Page) => {
  const shown = page.url();
  await leaveDashboard(page);
  await page.evaluate(() => localStorage.removeItem('project-storage'));
  await page.route(address, () => undefined);
  await page.goto(shown, { waitUntil: 'commit' });
};

export function screensOf({ full, extreme }: Organizations): Screen[] {
  return [
    { name: 'signin', as: 'visitor', path: '/signin' },
    {
      name: 'signin-refused',
      as: 'visitor',
      path: '/signin',
      until: async (page) => {
        await page.getByLabel('Email').fill('nobody@acme.test');
        await page.getByLabel('Password', { exact: true }).fill('wrong');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByRole('alert').first().waitFor();
      },
    },
    { name: 'signin-sso', as: 'visitor', path: '/signin/sso' },
    { name: 'signup', as: 'visitor', path: '/signup' },
    { name: 'invitation-invalid', as: 'visitor', path: '/invitation' },
    { name: 'verify-invalid', as: 'visitor', path: '/verify' },
    { name: 'info', as: 'visitor', path: '/info' },
    { name: 'not-found', as: 'full', path: '/nowhere' },

    { name: 'projects', as: 'full', path: '/projects' },
    { name: 'projects-empty', as: 'empty', path: '/projects' },
    { name: 'projects-long-names', as: 'extreme', path: '/projects' },
    {
      name: 'projects-loading',
      as: 'full',
      path: '/projects',
      until: whileWaiting(/\/projects(\?|$)/),
    },
    { name: 'project-new', as: 'full', path: '/projects', until: button('New project') },
    { name: 'suites', as: 'full', path: `/projects/${full.projectId}` },
    { name: 'suites-long-names', as: 'extreme', path: `/projects/${extreme.projectId}` },
    {
      name: 'suites-table',
      as: 'full',
      path: `/projects/${full.projectId}`,
      until: (page) => page.getByTitle('Table').click(),
    },
    {
      name: 'suites-error',
      as: 'full',
      path: `/projects/${full.projectId}`,
      until: whileAway(/testsuites\/list/),
    },
    {
      name: 'suite-new',
      as: 'full',
      path: `/projects/${full.projectId}`,
      until: button('New test suite'),
    },
    {
      name: 'suite-menu',
      as: 'full',
      path: `/projects/${full.projectId}`,
      until: button(/^Actions for Opening/),
    },
    { name: 'suite-editor', as: 'full', path: `/test-suite/${full.suiteId}` },
    { name: 'suite-editor-long-names', as: 'extreme', path: `/test-suite/${extreme.suiteId}` },
    { name: 'suite-yaml', as: 'full', path: `/test-suite/${full.suiteId}`, until: tab('YAML') },
    {
      name: 'suite-connection',
      as: 'full',
      path: `/test-suite/${full.suiteId}`,
      until: tab('Connection'),
    },
    {
      name: 'suite-renaming',
      as: 'full',
      path: `/test-suite/${full.renamingSuiteId}?view=connection`,
      until: async (page) => {
        const field = page.getByRole('textbox', { name: 'Name of the row' }).first();
        await field.fill('premium');
        await field.blur();
        await page.getByRole('button', { name: 'Remove row premium' }).scrollIntoViewIfNeeded();
      },
    },
    { name: 'suite-unknown', as: 'full', path: '/test-suite/unknown' },
    { name: 'run-passed', as: 'full', path: `/history/testruns/${full.passedRunId}` },
    { name: 'run-failed', as: 'full', path: `/history/testruns/${full.failedRunId}` },
    { name: 'run-long-names', as: 'extreme', path: `/history/testruns/${extreme.failedRunId}` },
    {
      name: 'step-days',
      as: 'full',
      path: `/history/suites/${full.suiteId}?test=Opening%20hours`,
      until: button('Details of step 2'),
      isWhole: true,
    },
    {
      name: 'step-days-table',
      as: 'full',
      path: `/history/suites/${full.suiteId}?test=Opening%20hours`,
      until: async (page) => {
        await button('Details of step 2')(page);
        await choice('Table')(page);
      },
      isWhole: true,
    },
    { name: 'history', as: 'full', path: '/history' },
    { name: 'history-empty', as: 'empty', path: '/history' },
    { name: 'organization', as: 'full', path: '/organization' },
    { name: 'organization-long-names', as: 'extreme', path: '/organization' },
    { name: 'member-add', as: 'full', path: '/organization', until: button('Add member') },
    { name: 'devices', as: 'full', path: '/devices' },
    { name: 'devices-empty', as: 'empty', path: '/devices' },
    { name: 'device-new', as: 'full', path: '/devices', until: button('New device') },
    { name: 'device', as: 'full', path: `/devices/${full.deviceId}`, isWhole: true },
    { name: 'device-long-names', as: 'extreme', path: `/devices/${extreme.deviceId}` },
    { name: 'explore', as: 'full', path: '/explore' },
    { name: 'explore-empty', as: 'empty', path: '/explore' },
    { name: 'explore-new', as: 'full', path: '/explore', until: button('New exploration') },
    { name: 'exploration', as: 'full', path: `/explore/${full.explorationId}` },
    { name: 'exploration-long-names', as: 'extreme', path: `/explore/${extreme.explorationId}` },
    { name: 'exploration-unknown', as: 'full', path: '/explore/unknown' },
    {
      name: 'exploration-save',
      as: 'full',
      path: `/explore/${full.explorationId}`,
      until: button('Save as test'),
    },
    {
      name: 'exploration-map',
      as: 'full',
      path: `/explore/${full.explorationId}`,
      // Beside the conversation where there is room, and instead of it where there is none.
      until: async (page) => {
        const map = page.getByText('Map', { exact: true }).first();
        if (await map.isVisible()) await map.click();
      },
    },
    {
      name: 'exploration-microphone',
      as: 'full',
      path: `/explore/${full.explorationId}`,
      until: async (page) => {
        await page.getByText('Live', { exact: true }).waitFor();
        await button('Speak')(page);
      },
    },
    { name: 'exploration-phone', as: 'full', path: `/explore/${full.phoneExplorationId}` },
    {
      name: 'exploration-as-device',
      as: 'full',
      path: `/explore/${full.deviceExplorationId}`,
    },
    { name: 'load', as: 'full', path: '/load' },
    { name: 'load-empty', as: 'empty', path: '/load' },
    { name: 'load-setup', as: 'full', path: '/load/setup', isWhole: true },
    {
      name: 'load-setup-of-suite',
      as: 'full',
      path: `/load/setup?suiteId=${full.suiteId}`,
      until: heading('Preview'),
      isWhole: true,
    },
    {
      name: 'load-live',
      as: 'full',
      path: `/load/${full.liveLoadTestId}/monitoring`,
      isWhole: true,
    },
    {
      name: 'load-results',
      as: 'full',
      path: `/load/${full.loadTestIds[0]}/results`,
      until: (page) => page.getByRole('button', { name: 'Show as a table' }).click(),
      isWhole: true,
    },
    {
      name: 'load-comparison',
      as: 'full',
      path: `/load/${full.loadTestIds[0]}/results?compare=${full.loadTestIds[1]}`,
    },
    { name: 'load-long-names', as: 'extreme', path: `/load/${extreme.loadTestIds[0]}/results` },
    { name: 'billing', as: 'full', path: '/billing', isWhole: true },
    { name: 'billing-table', as: 'full', path: '/billing', until: choice('Table'), isWhole: true },
    { name: 'account', as: 'full', path: '/account', until: heading('Account'), isWhole: true },
  ];
}
