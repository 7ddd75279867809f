/** Screens of virtual devices, exploratory tests and load tests. */
import type { Page } from '@playwright/test';
import type { Organizations } from './organizations.ts';
import {
  button,
  choice,
  heading,
  item,
  type Screen,
  steps,
  text,
  whileAway,
  whileWaiting,
} from './screen.ts';

export function botScreens(of: Organizations): Screen[] {
  return [...deviceScreens(of), ...explorationScreens(of), ...loadScreens(of)];
}

function deviceScreens({ full, extreme }: Organizations): Screen[] {
  return [
    { name: 'devices', as: 'full', path: '/devices' },
    { name: 'devices-long-names', as: 'extreme', path: '/devices' },
    { name: 'devices-empty', as: 'empty', path: '/devices' },
    { name: 'devices-no-match', as: 'full', path: '/devices?search=zzz' },
    {
      name: 'devices-error',
      as: 'full',
      path: '/devices',
      until: whileAway(/internal.*\/devices/),
    },
    { name: 'device-new', as: 'full', path: '/devices', until: button('New device') },
    {
      name: 'device-new-caller',
      as: 'full',
      path: '/devices',
      until: steps(button('New device'), async (page) =>
        page.getByRole('dialog').getByText('Phone', { exact: true }).click(),
      ),
    },
    { name: 'device', as: 'full', path: `/devices/${full.deviceId}`, isWhole: true },
    { name: 'device-caller', as: 'full', path: `/devices/${full.callerId}`, isWhole: true },
    {
      name: 'device-long-names',
      as: 'extreme',
      path: `/devices/${extreme.deviceId}`,
      isWhole: true,
    },
    { name: 'device-unknown', as: 'full', path: '/devices/unknown' },
    {
      name: 'device-delete',
      as: 'full',
      path: `/devices/${full.deviceId}`,
      until: button(/^Delete/),
    },
  ];
}

/** Resumes the conversation if it has ended, which happens after some time without messages. */
const goOn = async (page: Page) => {
  const isLive = page.getByText('Live', { exact: true });
  const resume = page.getByRole('button', { name: 'Continue from here' });
  await isLive.or(resume).first().waitFor();
  if (await resume.isVisible()) await resume.click();
  await isLive.waitFor();
};

function explorationScreens({ full, extreme }: Organizations): Screen[] {
  const exploration = { as: 'full', path: `/explore/${full.explorationId}` } as const;
  return [
    { name: 'explore', as: 'full', path: '/explore' },
    { name: 'explore-long-names', as: 'extreme', path: '/explore' },
    { name: 'explore-empty', as: 'empty', path: '/explore' },
    { name: 'explore-not-enabled', as: 'member', path: '/explore' },
    {
      name: 'explore-error',
      as: 'full',
      path: '/explore',
      until: whileAway(/internal.*\/explorations/),
    },
    { name: 'explore-new', as: 'full', path: '/explore', until: button('New exploration') },
    { ...exploration, name: 'exploration', until: goOn },
    { name: 'exploration-long-names', as: 'extreme', path: `/explore/${extreme.explorationId}` },
    { name: 'exploration-unknown', as: 'full', path: '/explore/unknown' },
    {
      ...exploration,
      name: 'exploration-loading',
      until: whileWaiting(/internal.*\/explorations\//),
    },
    { ...exploration, name: 'exploration-save', until: button('Save as test') },
    {
      ...exploration,
      name: 'exploration-map',
      isAnew: true,
      // The map is next to the conversation, or replaces it on a narrow screen.
      until: async (page) => {
        const map = page.getByText('Map', { exact: true }).first();
        if (await map.isVisible()) await map.click();
      },
    },
    {
      ...exploration,
      name: 'exploration-state',
      isAnew: true,
      until: async (page) => {
        const map = page.getByText('Map', { exact: true }).first();
        if (await map.isVisible()) await map.click();
        await page.getByRole('radio', { name: 'List' }).check({ force: true });
        await page
          .getByRole('region', { name: 'Map' })
          .getByRole('button', { name: /savings/i })
          .first()
          .click();
      },
    },
    {
      ...exploration,
      name: 'exploration-microphone',
      until: steps(goOn, button('Speak')),
    },
    { name: 'exploration-phone', as: 'full', path: `/explore/${full.phoneExplorationId}` },
    { name: 'exploration-as-device', as: 'full', path: `/explore/${full.deviceExplorationId}` },
    { name: 'exploration-ended', as: 'full', path: `/explore/${full.endedExplorationId}` },
    { ...exploration, name: 'exploration-delete', until: item(/^Actions for/, 'Delete') },
  ];
}

function loadScreens({ full, extreme }: Organizations): Screen[] {
  const [later, earlier] = full.loadTestIds;
  return [
    { name: 'load', as: 'full', path: '/load' },
    { name: 'load-list-long-names', as: 'extreme', path: '/load' },
    { name: 'load-empty', as: 'empty', path: '/load' },
    { name: 'load-not-enabled', as: 'member', path: '/load' },
    { name: 'load-error', as: 'full', path: '/load', until: whileAway(/internal.*\/loadtests/) },
    { name: 'load-unknown', as: 'full', path: '/load/unknown/results' },
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
      path: `/load/${later}/results`,
      until: (page) => page.getByRole('button', { name: 'Show as a table' }).click(),
      isWhole: true,
    },
    { name: 'load-comparison', as: 'full', path: `/load/${later}/results?compare=${earlier}` },
    { name: 'load-long-names', as: 'extreme', path: `/load/${extreme.loadTestIds[0]}/results` },
    {
      name: 'load-menu',
      as: 'full',
      path: `/load/${later}/results`,
      until: steps(
        text('Latency percentiles'),
        choice('Latency percentiles'),
        button(/^Actions for/),
      ),
    },
  ];
}
