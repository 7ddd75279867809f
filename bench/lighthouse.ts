/**
 * Audits the main pages of a company with 40 test suites with Lighthouse, with its desktop or slow-phone profile. The result
 * is the median of five visits to each page, each with an empty cache.
 *
 *   npm run bench -- lighthouse [--phone] [--tries N] [--page NAME]…
 */
import { parseArgs } from 'node:util';
import { runs as runsOf, search } from '@parley/contract';
import { startTestApp } from '@parley/server/testing';
import { plantCompany } from '@parley/server/testing/planted-company';
import type { Member } from '@parley/server/testing/tenant';
import type { Page } from '@playwright/test';
import { buildWeb } from '../scripts/build-web.mjs';
import { type Audited, auditPage, type Scores } from './browser/lighthouse.ts';

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '5' },
    page: { type: 'string', multiple: true },
    phone: { type: 'boolean', default: false },
  },
});
const tries = Number(values.tries);

/** Minimum scores, 0–100. The SEO score has no minimum, because search engines cannot see pages behind the sign-in. */
const least: Partial<Scores> = { performance: 95, accessibility: 100, 'best-practices': 100 };

buildWeb();
const app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOCAL_SIGNIN: 'on' } });
const rows: ({ page: string } & Scores)[] = [];
const missed: string[] = [];
let isInstalled = true;
try {
  const { tenant } = await plantCompany(app);
  const code = app.platform.config.signIn.localSignIn?.code;
  const signIn = async (page: Page) => {
    await page.goto(`${app.url}/signin/userID/${tenant.owner.userId}#code=${code}`);
    await page.getByRole('link', { name: 'Go', exact: true }).click();
    await page.waitForURL('**/projects');
  };
  for (const { name, path, isPublic } of await mainPages(tenant.owner)) {
    if (values.page && !values.page.includes(name)) continue;
    const audited: Audited | undefined = await auditPage(app.url + path, {
      tries,
      isDesktop: !values.phone,
      ...(!isPublic && { prepare: signIn }),
    });
    if (!audited) {
      isInstalled = false;
      break;
    }
    rows.push({ page: name, ...audited.median });
    console.error(`${name}: ${JSON.stringify(audited.median)}`);
    for (const [category, score] of Object.entries(least))
      if (audited.median[category as keyof Scores] < score)
        missed.push(`${name}: ${category} ${audited.median[category as keyof Scores]}`);
  }
} finally {
  await app.close();
}
console.table(rows);
const ok = isInstalled && missed.length === 0;
console.log(
  JSON.stringify({
    bench: 'lighthouse',
    profile: values.phone ? 'phone' : 'desktop',
    tries,
    least,
    rows,
    missed,
    isInstalled,
    ok,
  }),
);
process.exit(ok ? 0 : 1);

interface MainPage {
  name: string;
  path: string;
  isPublic?: true;
}

/** Returns the pages behind the main items of the sidebar, and the pages that a failing suite leads to. */
async function mainPages(owner: Member): Promise<MainPage[]> {
  const { body: found } = await owner.call(search.searchNames, {
    query: { search: 'card' },
  });
  const suiteId = found.suites[0]?.id ?? '';
  const projectId = found.projects[0]?.id ?? '';
  const { body: runs } = await owner.call(runsOf.listRuns, { query: {} });
  const runId = runs.items.find(({ suiteName }) => suiteName === 'Card delivery')?.id ?? '';
  return [
    { name: 'sign-in', path: '/signin', isPublic: true },
    { name: 'projects', path: '/projects' },
    { name: 'project', path: `/projects/${projectId}` },
    { name: 'editor', path: `/test-suite/${suiteId}` },
    { name: 'overview', path: '/overview' },
    { name: 'suites', path: '/suites' },
    { name: 'monitors', path: '/history/monitoring' },
    { name: 'history', path: '/history' },
    { name: 'run', path: `/history/testruns/${runId}` },
    { name: 'explore', path: '/explore' },
    { name: 'load', path: '/load' },
    { name: 'devices', path: '/devices' },
    { name: 'organization', path: '/organization' },
  ];
}
