/**
 * Asks eight typical morning questions about a company with 40 test suites, and answers them in the dashboard: where each
 * answer is, how many clicks lead to it from the landing page, and how long the pages take. A person still has to judge the
 * pages: `--pictures` saves a picture of each answer, wide and narrow, in light and dark theme.
 *
 *   npm run bench -- eight-questions [--pictures FOLDER]
 */
import { parseArgs } from 'node:util';
import { startTestApp } from '@parley/server/testing';
import { plantCompany } from '@parley/server/testing/planted-company';
import { chromium, type Locator, type Page } from '@playwright/test';
import { ensureBrowser } from '../e2e/ensure-browser.mjs';
import { buildWeb } from '../scripts/build-web.mjs';

const { values } = parseArgs({ options: { pictures: { type: 'string' } } });
const answerLimitMs = 60_000;

interface Question {
  question: string;
  where: string;
  /** Links and buttons to press in turn, starting from the landing page. */
  clicks: ((page: Page) => Locator)[];
  answer: (page: Page) => Locator;
}

const toOverview = (page: Page) => page.getByRole('link', { name: 'Open overview' });
const broken = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Broken now' }).locator('> li').filter({ hasText: text });

const questions: Question[] = [
  {
    question: 'What broke last night?',
    where: 'landing page, “Failing now”',
    clicks: [],
    answer: (page) =>
      page.getByRole('list', { name: 'Failing now' }).getByText('Your card arrives in 5 days.'),
  },
  {
    question: 'Why?',
    where: 'run page, failure',
    clicks: [
      (page) =>
        page.getByRole('list', { name: 'Failing now' }).getByRole('link', { name: /cards|Card/ }),
    ],
    answer: (page) => page.getByRole('region', { name: 'Failure' }).locator('ins').getByText('5'),
  },
  {
    question: 'Since when?',
    where: 'overview, row of the cause',
    clicks: [toOverview],
    answer: (page) =>
      broken(page, 'arrives in 5 days')
        .getByText(/^Failing since/)
        .first(),
  },
  {
    question: 'Did our edit or the bot cause it?',
    where: 'overview, row of the cause',
    clicks: [toOverview],
    answer: (page) =>
      broken(page, 'Hours at the weekend').getByText('test edited in the last 24 hours'),
  },
  {
    question: 'Is it flaky?',
    where: 'overview, row of the cause',
    clicks: [toOverview],
    answer: (page) => broken(page, 'Refunds').getByText('Flaky', { exact: true }),
  },
  {
    question: 'Where else does it happen?',
    where: 'overview, row of the cause, “Show all”',
    clicks: [toOverview, (page) => broken(page, 'arrives in 5 days').getByText(/^Show all/)],
    answer: (page) =>
      broken(page, 'arrives in 5 days').getByRole('link', { name: 'Card delivery' }),
  },
  {
    question: 'Who is on it?',
    where: 'overview, row of the cause',
    clicks: [toOverview],
    answer: (page) => broken(page, 'arrives in 5 days').getByText('Mara Okafor'),
  },
  {
    question: 'When was it last green?',
    where: 'overview, row of the cause',
    clicks: [toOverview],
    answer: (page) => broken(page, 'arrives in 5 days').getByRole('link', { name: /^Last passed/ }),
  },
];

buildWeb();
const app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOCAL_SIGNIN: 'on' } });
const browser = await chromium.launch({ executablePath: ensureBrowser() });
const walked: { question: string; where: string; clicks: number; ms: number | null }[] = [];
try {
  const { tenant } = await plantCompany(app);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const code = app.platform.config.signIn.localSignIn?.code;
  await page.goto(`${app.url}/signin/userID/${tenant.owner.userId}#code=${code}`);
  await page.getByRole('link', { name: 'Go', exact: true }).click();
  await page.waitForURL('**/projects');
  for (const [index, { question, where, clicks, answer }] of questions.entries()) {
    const begunAt = performance.now();
    await page.goto(app.url);
    let isAnswered = true;
    try {
      for (const click of clicks) await click(page).first().click({ timeout: 20_000 });
      await answer(page).first().waitFor({ timeout: 20_000 });
    } catch (error) {
      isAnswered = false;
      console.error(`${question}\n${String(error).split('\n').slice(0, 4).join('\n')}`);
    }
    const ms = Math.round(performance.now() - begunAt);
    walked.push({ question, where, clicks: clicks.length, ms: isAnswered ? ms : null });
    if (values.pictures) await takePictures(page, `${values.pictures}/${index + 1}`);
  }
} finally {
  await browser.close();
  await app.close();
}
console.table(walked);
const ok = walked.every(({ ms }) => ms !== null && ms <= answerLimitMs);
const ours = Math.max(...walked.map(({ clicks }) => clicks));
console.log(JSON.stringify({ bench: 'eight-questions', unit: 'clicks to an answer', ours, ok }));
process.exit(ok ? 0 : 1);

async function takePictures(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
