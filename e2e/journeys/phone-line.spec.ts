/** A phone line in the browser: calls over real SIP and RTP to the mock IVR. */
import { billing, devices, projects, runs, suites } from '@parley/contract';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { type Account, expect, toasts } from '../fixtures.ts';
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
    await phone.step('its moments are listed with the words, and a link leads to one', async () => {
      const moments = player.getByRole('list', { name: 'Moments' });
      const speaks = moments.getByRole('button', { name: /The line speaks/ }).first();
      await speaks.focus();
      await page.keyboard.press('Enter');
      await expect(speaks).toHaveAttribute('aria-current', 'true');
      const at = await player.getByRole('slider').getAttribute('aria-valuetext');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await player.getByRole('button', { name: 'Copy link to this moment' }).click();
      await expect(toasts(page)).toContainText('Link to this moment copied');
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toMatch(/step=1&at=\d+$/);
      await page.goto(link);
      await expect(player.getByRole('slider')).toHaveAttribute('aria-valuetext', at ?? '');
    });
    await expectAccessibleEverywhere(page);
  },
);

phone(
  'a prompt is saved as a recording, and later runs are compared with it',
  async ({ page, account, ivr, signIn, expectAccessibleEverywhere }) => {
    const project = await account.call(projects.createProject, { body: { name: 'Bank' } });
    const before = `configuration: { syntax: 2, platform: phone, channel: { kind: phone, to: '${ivr.uri}', quietMs: 900 } }\n---\n- test: Account\n- $DIAL:\n- $1:`;
    const suite = await account.call(suites.createSuite, {
      body: { name: 'Line', projectId: project.id, platform: 'phone', source: before },
    });
    const params = { suiteId: suite.id };
    const { id: runId } = await account.call(runs.startRun, { params, body: {} });
    await untilRunEnded(account, runId, 60_000);
    await signIn(page, account);

    await phone.step('the recordings of a project begin empty', async () => {
      await page.goto(`/projects/${project.id}`);
      const main = page.getByRole('main');
      await main
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Recordings' }).click();
      await expect(page.getByRole('heading', { name: 'Recordings', level: 1 })).toBeVisible();
      await expect(page.getByText('No recordings')).toBeVisible();
      await expectAccessibleEverywhere(page);
    });

    await phone.step('what the line said is saved from the run', async () => {
      await page.goto(`/history/testruns/${runId}`);
      const second = page.getByRole('listitem', { name: 'Step 2', exact: true });
      await second.getByRole('button', { name: 'Save as a recording to compare with' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('account.mp3');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('it is not a WAV file')).toBeVisible();
      await dialog.getByLabel('Name').fill('account.wav');
      await expectAccessibleEverywhere(page);
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel('Step')).toHaveValue('- sounds like: account.wav');
      await expectAccessibleEverywhere(page);
      await dialog.getByRole('button', { name: 'Done' }).click();
    });

    await phone.step('the next run passes by its sound', async () => {
      const source = `${before}\n    - sounds like: account.wav`;
      await account.call(suites.updateSuite, { params, body: { source } });
      const next = await account.call(runs.startRun, { params, body: {} });
      await untilRunEnded(account, next.id, 60_000);
      await page.goto(`/history/testruns/${next.id}`);
      await expect(page.getByText('account.wav').first()).toBeVisible();
      const { status } = await account.call(runs.getRun, { params: { runId: next.id } });
      expect(status).toBe('passed');
    });

    await phone.step('it is heard, more are added, and it is deleted', async () => {
      await page.goto(`/projects/${project.id}/recordings`);
      await page.getByRole('button', { name: 'Listen to account.wav' }).click();
      const player = page.getByRole('group', { name: 'account.wav' });
      await expect(player.getByRole('slider', { name: 'Position' })).toBeEnabled();
      await expectAccessibleEverywhere(page);
      await page
        .getByLabel('WAV files to add')
        .setInputFiles([
          { name: 'Silence (1).wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') },
        ]);
      await expect(toasts(page)).toContainText('“Silence (1).wav” was not added');
      await page.getByRole('button', { name: 'Delete account.wav' }).click();
      await page.getByRole('button', { name: 'Delete recording' }).click();
      await expect(page.getByText('No recordings')).toBeVisible();
      await page.goto(`/test-suite/${suite.id}`);
      await expect(page.getByText('The project has no recording “account.wav”.')).toBeVisible();
    });
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
