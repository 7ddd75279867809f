/** Tests speaking during an exploration, in a browser whose microphone plays a file or beeps. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import type { Page } from '@playwright/test';
import { ensureBrowser } from '../ensure-browser.mjs';
import { expect } from '../fixtures.ts';
import { test as base, exploreLine } from '../phone-fixtures.ts';

/** Recording that the microphone plays in a loop. */
const voiceFile = join(tmpdir(), `parley-microphone-${process.pid}`, 'voice.wav');
mkdirSync(join(voiceFile, '..'), { recursive: true });
const words = 'one hundred dollars';
const isSpoken =
  hasPrograms('flite') &&
  spawnSync('flite', ['-voice', 'rms', '-t', words, '-o', voiceFile]).status === 0;

const test = base.extend<object, { recognizer: Recognizer }>({
  recognizer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const recognizer = await startRecognizer();
      await use(recognizer);
      await recognizer.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ recognizer }, use) =>
      use({
        PARLEY_STT: 'openai',
        PARLEY_STT_URL: recognizer.url,
        PARLEY_STT_KEY: 'key',
      }),
    { scope: 'worker' },
  ],
});

test.use({
  permissions: ['microphone'],
  launchOptions: {
    executablePath: ensureBrowser(),
    args: [
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      // Without a window, the browser cannot ask for permission, and the headless shell would refuse it.
      '--use-fake-ui-for-media-stream',
      ...(isSpoken ? [`--use-file-for-fake-audio-capture=${voiceFile}`] : []),
    ],
  },
});

test.afterAll(() => rmSync(join(voiceFile, '..'), { recursive: true, force: true }));

interface Recognizer {
  url: string;
  /** Bytes of audio in the latest request. */
  lastBytes(): number;
  /** Delays all responses until `letGo` is called. */
  hold(): { letGo(): void };
  close(): Promise<void>;
}

/** Starts a speech recognition service with OpenAI's API, which always returns the same text. */
async function startRecognizer(): Promise<Recognizer> {
  let lastBytes = 0;
  let held = Promise.resolve();
  const server = createServer(async (request, response) => {
    lastBytes = Buffer.concat(await request.toArray()).length;
    await held;
    response.setHeader('content-type', 'application/json');
    const segments = [{ start: 0, end: 1, avg_logprob: -0.05, no_speech_prob: 0.01 }];
    response.end(JSON.stringify({ text: 'What about my savings?', segments }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    lastBytes: () => lastBytes,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return { letGo: resolve };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' });
const microphone = (page: Page) => page.getByRole('button', { name: 'Speak', exact: true });
const message = (page: Page) => page.getByRole('textbox', { name: 'Message to the bot' });

/** Waits until the recording has lasted at least this many seconds; callers choose enough for the words to be played once. */
const hasBeenOn = (page: Page, seconds: number) =>
  expect(page.getByText(new RegExp(`^[${seconds}-9] of 30 s$`))).toBeVisible({ timeout: 30_000 });

async function exploreDemoBot(page: Page): Promise<void> {
  await page.goto('/explore');
  await page.getByRole('button', { name: 'New exploration' }).click();
  await page.getByRole('button', { name: 'Use the demo bot' }).click();
  await page.getByRole('button', { name: 'Start talking' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

test('what is spoken to a webchat is written down, shown, and sent when one says so', async ({
  page,
  account,
  recognizer,
  signIn,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  await signIn(page, account);
  await exploreDemoBot(page);
  await microphone(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Recording' })).toBeVisible();
  await hasBeenOn(page, 1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop and transcribe' }).focus();
  await page.keyboard.press('Enter');
  await expect(message(page)).toHaveValue('What about my savings?');
  await expect(message(page)).toBeFocused();
  await expect(page.getByText('This was recognized.')).toBeVisible();
  await expect(transcript(page).getByRole('listitem')).toHaveCount(0);
  // A second of telephone audio is 16,000 bytes.
  expect(recognizer.lastBytes()).toBeGreaterThan(10_000);
  await expectAccessibleEverywhere(page);

  await message(page).press('End');
  await page.keyboard.type(' Please.');
  await page.keyboard.press('Enter');
  const [turn] = [transcript(page).getByRole('listitem').first()];
  await expect(turn).toContainText('What about my savings? Please.');
  await expect(turn.getByText('Payload')).toBeVisible();
  await expect(message(page)).toHaveValue('');
});

test('what is not written down before another conversation begins is not waited for in that one', async ({
  page,
  account,
  recognizer,
  signIn,
}) => {
  await signIn(page, account);
  await exploreDemoBot(page);
  const { letGo } = recognizer.hold();
  await microphone(page).click();
  await hasBeenOn(page, 1);
  await page.getByRole('button', { name: 'Stop and transcribe' }).click();
  await expect(page.getByText('Transcribing')).toBeVisible();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByRole('heading', { name: 'Conversation 2' })).toBeVisible();
  await expect(page.getByText('Transcribing')).toHaveCount(0);
  letGo();
  await microphone(page).click();
  await hasBeenOn(page, 1);
  await page.getByRole('button', { name: 'Stop and transcribe' }).click();
  await expect(message(page)).toHaveValue('What about my savings?');
});

test('a recording that was begun by mistake goes nowhere', async ({ page, account, signIn }) => {
  await signIn(page, account);
  await exploreDemoBot(page);
  await microphone(page).click();
  await hasBeenOn(page, 1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Recording', { exact: true })).toHaveCount(0);
  await microphone(page).press(' ');
  await hasBeenOn(page, 1);
  await page.keyboard.press('Escape');
  await expect(microphone(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(message(page)).toHaveValue('');
  await message(page).fill('opening hours');
  await page.keyboard.press('Enter');
  await expect(transcript(page)).toContainText('Monday to Friday');
});

test('where the microphone is not allowed it says so and how to allow it, and typing goes on', async ({
  page,
  account,
  signIn,
  expectAccessibleEverywhere,
}) => {
  // Simulate a refusal: without a window, the browser cannot ask.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await signIn(page, account);
  await exploreDemoBot(page);
  await microphone(page).click();
  await expect(page.getByText('The microphone is blocked for this page.')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await message(page).fill('opening hours');
  await page.keyboard.press('Enter');
  await expect(transcript(page)).toContainText('Monday to Friday');
});

test('where the page was not opened over HTTPS it says that this is why', async ({
  page,
  account,
  signIn,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
  });
  await signIn(page, account);
  await exploreDemoBot(page);
  await microphone(page).click();
  await expect(page.getByText('on https pages only')).toBeVisible();
});

test('a voice is heard on a telephone line, and the answer is kept to listen to', async ({
  page,
  account,
  ivr,
  signIn,
  expectAccessibleEverywhere,
}) => {
  test.skip(!isSpoken, 'needs apt-get install flite');
  await signIn(page, account);
  await exploreLine(page, ivr.uri);
  await expect(transcript(page)).toContainText('Time to first word', { timeout: 40_000 });

  // With this key, the line plays back what it hears.
  const pad = page.getByRole('form', { name: 'Dial pad' });
  await pad.getByRole('button', { name: '3', exact: true }).click();
  await pad.getByRole('button', { name: 'Press' }).click();
  const turns = transcript(page)
    .getByRole('listitem')
    .filter({ hasText: /You|wait/ });
  await expect(transcript(page).getByText('Time to first word')).toHaveCount(2, {
    timeout: 40_000,
  });

  const place = await microphone(page).boundingBox();
  if (!place) throw new Error('The microphone is not shown.');
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await hasBeenOn(page, 2);
  await page.mouse.up();
  const spoken = turns.filter({ hasText: 'You, spoken' });
  await expect(spoken).toContainText('What about my savings?', { timeout: 40_000 });
  await expect(spoken).toContainText('Time to first word', { timeout: 40_000 });
  const player = spoken.getByRole('group', { name: /: recording: the line above/ });
  await player.scrollIntoViewIfNeeded();
  await expect(player.getByRole('slider', { name: 'Position' })).toBeEnabled();
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await player.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await expect.poll(() => ivr.openCalls(), { timeout: 15_000 }).toBe(0);
  await expectAccessibleEverywhere(page);
});
