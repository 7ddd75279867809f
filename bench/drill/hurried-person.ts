/** Simulates a user in a hurry, who clicks before the page has loaded, types nonsense, goes back, reloads and leaves. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { type Account, password } from '../../e2e/fixtures.ts';
import { findTarget, type Look, lookAt } from './hurried-page.ts';
import { type Faults, type WatchedPage, watchPage, withoutIds } from './page-faults.ts';
import type { Random } from './random.ts';

export interface PersonWish {
  role: string;
  /** Undefined for a user who is not signed in. */
  account?: Account;
  context: BrowserContextOptions;
  /** Pages that the user starts on and returns to. */
  addresses: readonly string[];
}

export interface HurriedPerson {
  actions(): number;
  /** Visited pages, without ids. */
  screens(): Set<string>;
  /** Longest wait for a complete page, in milliseconds. */
  longestRestMs(): number;
  /** Acts until `isOver` returns true. */
  act(isOver: () => boolean): Promise<void>;
}

interface Surroundings {
  browser: Browser;
  url: string;
  random: Random;
  faults: Faults;
}

const stuckMs = 10_000;
const hangMs = 30_000;
const unansweredMs = 60_000;
const pauseMsMax = 400;
const actionsTold = 10;

const ordinary = [
  'Opening hours',
  'hello',
  'Balance',
  'nora@acme.test',
  '15',
  'https://bot.example.com/message',
  '2026-11-21',
  '08:30',
  '*/5 * * * *',
  '- test: Greeting\n- hello: welcome\n',
];
const odd = [
  '',
  ' ',
  '<script>alert(1)</script>',
  "'; drop table suites; --",
  '🏦👩‍👩‍👧‍👦🏳️‍🌈',
  'مجموعة اختبارات',
  '\u202Eright to left',
  'x'.repeat(5000),
  'W'.repeat(120),
  '../../etc/passwd',
  '{{account}} $(1+1) %00 %',
  '-1',
  '1e309',
  'null',
  '[[[[',
  '- test:\n\t- : :\n---\n---',
  '(a+)+$',
  'a\tb\nc',
];
const keys = [
  'Enter',
  'Escape',
  'Tab',
  'Shift+Tab',
  'ArrowDown',
  'ArrowUp',
  'Space',
  'Delete',
  'Home',
  'End',
  'Control+s',
  'Control+z',
  'Control+k',
  'Control+Enter',
];

export function createPerson(
  { role, account, context: options, addresses }: PersonWish,
  { browser, url, random, faults }: Surroundings,
): HurriedPerson {
  const lastActions: string[] = [];
  const watched = new WeakMap<Page, WatchedPage>();
  const isTouch = options.hasTouch === true;
  const screens = new Set<string>();
  let actions = 0;
  /** True if they were asked whether to discard unsaved changes, and stayed. */
  let hasStayed = false;
  /** True after a double click, whose second click may hit the page behind a dialog that the first one closes. */
  let hasPressedTwice = false;
  let refusedSignIns = 0;
  let longestRestMs = 0;
  let context: BrowserContext;
  let page: Page;

  const tell = (kind: string, what: string, at = page.url()) =>
    faults.tell({ kind, what, role, url: at, lastActions: [...lastActions] });
  const note = (action: string) => {
    actions += 1;
    const at = page.url().replace(url, '');
    screens.add(withoutIds(at.replace(/[?#].*/, '')));
    lastActions.push(`${new Date().toISOString().slice(11, 23)} ${at} ${action}`);
    if (lastActions.length > actionsTold) lastActions.shift();
  };

  async function enter() {
    context = await browser.newContext({ baseURL: url, acceptDownloads: false, ...options });
    context.on('page', (opened) => void watch(opened));
    page = await context.newPage();
    page.setDefaultNavigationTimeout(stuckMs);
    if (account) await signIn();
    await page.goto(random.pick(addresses));
  }

  /** Briefly uses a second window. */
  async function watch(opened: Page) {
    watched.set(
      opened,
      watchPage(opened, (kind, what) => tell(kind, what, opened.url())),
    );
    opened.on('dialog', (dialog) => {
      hasStayed = random() < 0.2;
      const answered = hasStayed ? dialog.dismiss() : dialog.accept();
      answered.catch(() => undefined);
    });
    opened.on('filechooser', (chooser) => {
      const buffer = Buffer.from(random.pick([...ordinary, ...odd]));
      chooser
        .setFiles({ name: random.pick(['a.zip', 'a.yml', 'a.xlsx']), mimeType: '', buffer })
        .catch(() => undefined);
    });
    await sleep(3000);
    if (opened !== page) await opened.close().catch(() => undefined);
  }

  async function signIn() {
    if (!account) return;
    note('signs in');
    await page.goto('/signin');
    await page.getByLabel('Email').fill(account.email, { timeout: hangMs });
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((address) => !address.pathname.startsWith('/signin'), {
      timeout: hangMs,
    });
  }

  async function press(isDouble = false) {
    const target = await findTarget(page, 'press', rolls());
    if (!target) return page.keyboard.press('Escape');
    note(`${isDouble ? 'double press' : 'press'} ${target.label}`);
    const { x, y } = target;
    hasPressedTwice ||= isDouble;
    if (!isTouch) return page.mouse.click(x, y, { clickCount: isDouble ? 2 : 1 });
    await page.touchscreen.tap(x, y);
    if (isDouble) await page.touchscreen.tap(x, y);
  }

  async function type() {
    const target = await findTarget(page, 'type', rolls());
    if (!target) return press();
    const text = random.pick(random() < 0.5 ? ordinary : odd);
    note(`types ${JSON.stringify(text.slice(0, 40))} into ${target.label}`);
    await page.mouse.click(target.x, target.y);
    if (random() < 0.7) await page.keyboard.press('Control+a');
    if (text === '') await page.keyboard.press('Delete');
    else await page.keyboard.insertText(text);
    if (random() < 0.3) await page.keyboard.press('Enter');
  }

  async function goTo(address: string) {
    note(`goes to ${address}`);
    await page.goto(address, { waitUntil: 'commit' });
  }

  const reload = () => {
    note('reloads');
    return page.reload({ waitUntil: 'commit' });
  };
  const textOf = async (selector: string) =>
    (await page.locator(selector).first().textContent()) ?? '';
  const rolls = () => Array.from({ length: 8 }, () => random());

  async function once() {
    const roll = random();
    if (roll < 0.5) return press();
    if (roll < 0.56) return press(true);
    if (roll < 0.72) return type();
    if (roll < 0.82) {
      const key = random.pick(keys);
      note(`key ${key}`);
      return page.keyboard.press(key);
    }
    if (roll < 0.86) {
      // Leave while a request is pending.
      await press();
      return random() < 0.5 ? reload() : goTo(random.pick(addresses));
    }
    if (roll < 0.9) {
      for (let turn = 0; turn < 3; turn += 1) await press();
      return;
    }
    if (roll < 0.94) {
      const isBack = random() < 0.7;
      note(isBack ? 'goes back' : 'goes forward');
      return isBack
        ? page.goBack({ waitUntil: 'commit' })
        : page.goForward({ waitUntil: 'commit' });
    }
    if (roll < 0.96) return reload();
    await goTo(random.pick(addresses));
  }

  /** Checks that closing a dialog moves the focus to an element. */
  async function checkFocus(before: Look, urlBefore: string) {
    if (before.windows === 0 || hasPressedTwice) return;
    let after = await lookAt(page);
    for (let turn = 0; turn < 6 && !after.hasFocus; turn += 1) {
      await sleep(250);
      after = await lookAt(page);
    }
    const isSamePage = after.document === before.document && page.url() === urlBefore;
    if (isSamePage && after.windows === 0 && !after.hasFocus)
      tell('focus lost', 'a window was closed and the focus is nowhere');
  }

  /** Pauses until the page is complete. If something is still missing 10 s after the last response, it is reported. */
  async function rest() {
    const startedAt = performance.now();
    let answeredAt = startedAt;
    let look = await lookAt(page);
    while (isUnfinished(look) && performance.now() < answeredAt + stuckMs) {
      await sleep(250);
      const isAnswered = (watched.get(page)?.waitsFor() ?? []).length === 0;
      // A busy machine may be slow, but a server that does not respond for a minute hangs.
      if (!isAnswered && performance.now() < startedAt + unansweredMs)
        answeredAt = performance.now();
      look = await lookAt(page);
    }
    longestRestMs = Math.max(longestRestMs, performance.now() - startedAt);
    if (look.isErrorScreen) tell('error screen', await textOf('[role=alert]'));
    if (look.isBlank) tell('blank page', await page.title());
    if (look.isLoading) tell('stuck loading', await whyLoading());
    if (look.leaked !== '' && !look.isErrorScreen) tell('leaked words', look.leaked);
    if (look.overhangPx > 0) tell('sticks out', `${look.overhangPx} px: ${look.widest}`);
    if (look.isErrorScreen || look.isBlank) await goTo(random.pick(addresses));
  }

  /** Describes what the page is waiting for, and how quickly the server answers another request. */
  async function whyLoading() {
    const since = performance.now();
    await fetch(`${url}/readyz`).catch(() => undefined);
    const elsewhere = Math.round(performance.now() - since);
    const missing = watched.get(page)?.waitsFor() ?? [];
    return `a request from elsewhere took ${elsewhere} ms; waits for [${missing.join(', ')}]`;
  }

  async function step() {
    // Going back from the first page of a window leads to a blank page.
    if (page.url() === 'about:blank') await goTo(random.pick(addresses));
    const path = new URL(page.url()).pathname;
    if (account && path.startsWith('/signin') && random() < 0.3) {
      await context.clearCookies();
      await signIn().then(
        () => {
          refusedSignIns = 0;
        },
        async () => {
          refusedSignIns += 1;
          if (refusedSignIns === 3) tell('cannot sign in again', await textOf('#root'));
        },
      );
    } else if (!account && random() < 0.02) {
      note('forgets who they are');
      await context.clearCookies();
      await goTo(random.pick(addresses));
    }
    hasStayed = false;
    hasPressedTwice = false;
    const before = await lookAt(page);
    const urlBefore = page.url();
    await once();
    await sleep(random.between(0, pauseMsMax));
    if (before.isErrorScreen) return rest();
    await checkFocus(before, urlBefore);
    if (random() < 0.05) await rest();
  }

  return {
    actions: () => actions,
    screens: () => screens,
    longestRestMs: () => longestRestMs,
    async act(isOver) {
      await enter();
      while (!isOver()) {
        const ended = await Promise.race([
          step().catch((error) => (hasStayed ? undefined : complaintOf(error))),
          sleep(3 * hangMs, 'hangs'),
        ]);
        if (isOver() || !ended) continue;
        tell(ended === 'hangs' ? 'the page hangs' : 'could not be used', ended);
        await context.close().catch(() => undefined);
        await enter();
      }
      await rest().catch(() => undefined);
      await context.close();
    },
  };
}

function isUnfinished(look: Look): boolean {
  return look.isBlank || look.isLoading || look.overhangPx > 0 || look.isErrorScreen;
}

/** Returns the message of an error; undefined if the page was just being left, because it cannot be inspected then. */
function complaintOf(error: unknown): string | undefined {
  const message = String(error);
  if (message.includes('Timeout')) return message;
  const isLeft =
    /context was destroyed|navigat|ERR_ABORTED|interrupted|frame was detached|Cannot find context/i.test(
      message,
    );
  return isLeft ? undefined : message;
}
