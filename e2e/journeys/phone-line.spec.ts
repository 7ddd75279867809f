/** A phone line in the browser: calls over real SIP and RTP to the mock IVR. */
import { billing, devices, projects, runs, suites } from '@parley/contract';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { type Account, expect } from '../fixtures.ts';
import { exploreLine, test as phone } from '../phone-fixtures.ts';
import { untilRunEnded } from '../run-end.ts';

phone.skip(
  !hasPrograms('flite', 'pocketsphinx_batch'),
  'needs apt-get install flite pocketsphinx pocketsphinx-en-us',
);

const source = (to: string) => `configuration:
  platform: phone
  channel: { kind: phone, to: '${to}', quietMs: 900 }
---
- test: Greeting
- $DIAL: for your balance press one
- $1: enter your account number
`;

async function createCaller(account: Account): Promise<string> {
  const { id } = await account.call(devices.createDevice, {
    body: {
      name: 'Caller from Boston',
      locale: 'en-US',
      settings: {
        platform: 'phone',
        caller: { kind: 'sip', address: 'sip:ada@tester.example' },
        trunk: null,
        voiceId: 'Joanna',
      },
    },
  });
  return id;
}

phone(
  'a run of a phone suite is heard step by step',
  async ({ page, account, ivr, signIn, expectAccessibleEverywhere }) => {
    const project = await account.call(projects.createProject, { body: { name: 'Bank' } });
    const suite = await account.call(suites.createSuite, {
      body: { name: 'Line', projectId: project.id, platform: 'phone', source: source(ivr.uri) },
    });
    const suiteId = suite.id;
    const { id: runId } = await account.call(runs.startRun, { params: { suiteId }, body: {} });
    await untilRunEnded(account, runId, 60_000);
    await signIn(page, account);
    await page.goto(`/history/testruns/${runId}`);
    const first = page.getByRole('listitem', { name: 'Step 1', exact: true });
    const player = first.getByRole('group', { name: /^Step 1: recording/ });
    await expect(player.getByRole('slider', { name: 'Position' })).toBeEnabled();
    await expect(first).toContainText('Time to first word');
    await player.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await expect(player.getByRole('slider')).toHaveAttribute('aria-valuetext', /^0:00\.[1-9] of /);
    await player.getByRole('button', { name: 'Play' }).click();
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
    await player.getByRole('button', { name: 'Pause' }).click();
    const download = page.waitForEvent('download');
    await first.getByRole('button', { name: 'Download the recording' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.wav$/);
    await expectAccessibleEverywhere(page);
  },
);

phone(
  'a phone line is explored by keys and words',
  async ({ page, account, ivr, signIn, expectAccessibleEverywhere }) => {
    await signIn(page, account);
    await exploreLine(page, ivr.uri);

    const transcript = page.getByRole('log', { name: 'Transcript' });
    await expect(transcript).toContainText('Time to first word', { timeout: 40_000 });
    const pad = page.getByRole('form', { name: 'Dial pad' });
    await pad.getByRole('button', { name: '2', exact: true }).click();
    await expect(pad.getByLabel('Keys')).toHaveValue('2');
    await expectAccessibleEverywhere(page);
    await pad.getByRole('button', { name: 'Press' }).click();
    await expect(transcript.getByRole('listitem')).toHaveCount(2, { timeout: 40_000 });
    await expect(transcript.getByText('Time to first word')).toHaveCount(2, { timeout: 40_000 });
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await expect(page.getByText('Ended', { exact: true })).toBeVisible();
    const { meters } = await account.call(billing.getBilling);
    expect(meters.find(({ kind }) => kind === 'callMinutes')?.used).toBe(1);
    expect(meters.find(({ kind }) => kind === 'interactions')?.used).toBe(1);
  },
);

phone(
  'a virtual device says whether it can call, and what is missing',
  async ({ page, account, ivr, signIn, expectAccessibleEverywhere }) => {
    const deviceId = await createCaller(account);
    await signIn(page, account);
    await page.goto(`/devices/${deviceId}`);
    const health = page.getByRole('region', { name: 'Health' });
    await expect(health).toContainText('Not checked yet');
    await health.getByLabel('Test call to (optional)').fill(ivr.uri);
    await health.getByRole('button', { name: 'Check now' }).click();
    await expect(health.getByText('Ready', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(health).toContainText('Parley can understand speech.');
    await expect(health).toContainText(`${ivr.uri}: answered after`);
    await expectAccessibleEverywhere(page);

    await health.getByLabel('Test call to (optional)').fill('+12025550123');
    await health.getByRole('button', { name: 'Check now' }).click();
    await expect(health.getByText('Not ready', { exact: true })).toBeVisible({ timeout: 60_000 });
  },
);
