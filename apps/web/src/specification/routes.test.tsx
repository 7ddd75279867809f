/** Tests the route table, path by path. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { acme, nora } from '#/lib/testing/people.ts';
import { run } from '#/lib/testing/runs.ts';
import {
  closeDashboard,
  greeting,
  heading,
  hrefNow,
  openDashboard,
  organizationPath,
  pathNow,
  trail,
  visit,
} from './open-dashboard.tsx';

afterEach(closeDashboard);

const visitor = { user: null };
const newcomer = { user: { ...nora, memberOf: [] } };
const waiting = { organization: { ...acme, requiresActivation: true } };
const locked = { organization: { ...acme, subscription: null } };
const ready = {};

describe('whoever opens an address', () => {
  it.each([
    ['A-018', '/signin', 'Sign in to Parley', 'button', 'Sign in'],
    ['A-019', '/signup', 'Create your account', 'button', 'Create account'],
    ['A-020', '/signin/sso', 'Enterprise SSO', 'button', 'Continue with SSO'],
    ['A-021', '/ibm-login?instance_id=i-1', 'Sign in with IBM', 'button', 'Sign in with IBM'],
    ['A-030, A-033', '/verify', 'Invalid link', 'link', 'Back to Login'],
    ['A-031', '/info', 'Every conversation, tested', 'link', 'Sign in'],
    ['A-032, A-034', '/invitation', 'Invalid Invitation', 'link', 'Back to Login'],
    ['A-035, A-138', '/invitation/a', 'Invalid Invitation', 'link', 'Back to Login'],
    ['A-035, A-138', '/invitation/a/b', 'Invalid Invitation', 'link', 'Back to Login'],
  ])('[%s] sees %s without being signed in', async (_, path, title, role, name) => {
    await openDashboard(path, visitor);
    await waitFor(() => expect(heading()).toBe(title));
    expect(screen.getByRole(role, { name })).toBeDefined();
    expect(hrefNow()).toBe(path);
  });

  it.each([
    ['/verify', 'Invalid link'],
    ['/info', 'Every conversation, tested'],
    ['/invitation', 'Invalid Invitation'],
  ])('[A-036] stays on %s also when signed in', async (path, title) => {
    await openDashboard(path, ready);
    await waitFor(() => expect(heading()).toBe(title));
    expect(pathNow()).toBe(path);
  });

  it.each([
    ['A-014, S-007', 'a visitor', '/', '/signin', visitor],
    ['A-015, S-007', 'a newcomer', '/', '/onboarding', newcomer],
    ['A-016, S-007', 'somebody who waits', '/', '/activation', waiting],
    ['A-017, S-007', 'somebody ready', '/', '/projects', ready],
    ['A-022', 'somebody ready', '/signin', '/projects', ready],
    ['A-023', 'somebody ready', '/signup', '/projects', ready],
    ['A-024', 'somebody ready', '/signin/sso', '/projects', ready],
    ['A-025', 'somebody ready', '/ibm-login?instance_id=i-1', '/projects', ready],
    ['A-022', 'a newcomer', '/signin', '/onboarding', newcomer],
    ['A-023', 'a newcomer', '/signup', '/onboarding', newcomer],
    ['A-024', 'a newcomer', '/signin/sso', '/onboarding', newcomer],
    ['A-025', 'somebody who waits', '/ibm-login?instance_id=i-1', '/activation', waiting],
    ['A-037', 'a visitor', '/onboarding', '/signin', visitor],
    ['A-038', 'somebody ready', '/onboarding', '/projects', ready],
    ['A-040', 'a visitor', '/devices', '/signin', visitor],
    ['A-041', 'a newcomer', '/devices', '/onboarding', newcomer],
    ['A-042', 'somebody who waits', '/devices', '/activation', waiting],
    ['A-043', 'somebody locked out', '/devices', '/subscribe', locked],
    ['A-055', 'somebody ready', '/test-suites', '/projects', ready],
    ['A-060, S-030', 'a visitor', '/subscribe', '/signin', visitor],
    ['A-061, S-030', 'somebody ready', '/subscribe', '/projects', ready],
    ['A-064, S-035', 'a visitor', '/nowhere', '/signin', visitor],
    ['A-064, S-035', 'a visitor', '/settings/users', '/signin', visitor],
    ['A-064, S-035', 'a visitor', '/help/docs?page=2', '/signin', visitor],
    ['A-098', 'a visitor', '/ibm-login', '/signin', visitor],
    ['A-098', 'a visitor', '/ibm-login?state=i-1', '/signin', visitor],
    ['A-123', 'a visitor', '/activation', '/signin', visitor],
    ['A-127', 'a newcomer', '/activation', '/onboarding', newcomer],
    ['A-127', 'somebody ready', '/activation', '/projects', ready],
  ])('[%s] leads %s from %s to %s', async (_, __, path, end, visit) => {
    await openDashboard(path, visit);
    expect(pathNow()).toBe(end);
  });
});

it('[A-025] does not spend the code of IBM for somebody who is signed in', async () => {
  const network = await openDashboard('/info', ready);
  sessionStorage.setItem('parley-ibm-nonce', 'n1');
  await visit('/ibm-login?code=c1&state=i-77');
  expect(pathNow()).toBe('/projects');
  expect(network.count('POST /internal/v1/ibm/auth')).toBe(0);
});

it.each([
  ['whose organization waits', 'Your account is verified', waiting],
  [
    'who is not verified',
    'Your account is being activated',
    { user: { ...nora, verified: false } },
  ],
])('[A-039, A-126] shows at /activation somebody %s what is missing: %s', async (_, title, who) => {
  const answers = { 'GET /internal/v1/organizations/domain': { json: [] } };
  await openDashboard('/activation', { ...who, answers });
  await screen.findByRole('heading', { level: 1, name: title });
  expect(pathNow()).toBe('/activation');
});

it('[A-062, S-030] shows at /subscribe that the account is locked', async () => {
  await openDashboard('/subscribe', locked);
  expect(pathNow()).toBe('/subscribe');
  expect(heading()).toBe('Subscription Disabled');
});

const protectedPages = [
  ['A-046, S-008, S-053', '/projects', 'full', 'Projects', 'Projects'],
  ['A-047, S-010', '/projects/p1', 'full', 'Hotline', 'Hotline'],
  ['A-048, S-013', '/test-suite/s1', 'full', 'Greeting', 'Greeting'],
  ['A-049, S-017', '/explore', 'full', 'Exploratory Tests', 'Exploratory Tests'],
  ['A-050, S-019', '/devices', 'full', 'Virtual Devices', 'Virtual Devices'],
  ['A-051, S-018', '/load', 'full', 'Load Test', 'Load Test'],
  ['A-052, S-021', '/history', 'full', 'History', 'History'],
  ['A-053, S-029', '/error-test', 'full', 'Error test', 'Error test'],
  ['A-056, S-024, S-026, S-053', '/account', 'contained', 'My Account', 'My Account'],
  ['A-057, S-023, S-026', '/billing', 'contained', 'Billing & Usage', 'Billing & Usage'],
  [
    'A-058, S-025, S-026',
    '/organization',
    'contained',
    'Organization Management',
    'Organization Management',
  ],
  ['A-059, S-022, S-026', '/history/testruns/r1', 'contained', 'Run r1', 'This run does not exist'],
  ['A-063, S-034', '/nowhere', 'contained', 'Page Not Found', 'Page Not Found'],
] as const;

/** Describes the layout of a page: full width, or a centered column with its width. */
function layoutOf(content: Element | null): string {
  const width = content?.className.match(/\bmax-w-\S+/)?.[0];
  if (width === undefined) return 'full';
  return width === 'max-w-5xl' ? 'contained' : `limited by ${width}`;
}

describe('a protected page', () => {
  it.each(protectedPages)(
    '[%s] %s is %s and called %s, with the heading “%s”',
    async (_, path, layout, name, title) => {
      await openDashboard(path, ready);
      expect(pathNow()).toBe(path);
      await waitFor(() => expect(trail().at(-1)).toBe(name));
      expect(trail()[0]).toBe('Dashboard');
      await waitFor(() => expect(heading()).toBe(title));
      expect(layoutOf(screen.getByRole('main').firstElementChild)).toBe(layout);
    },
  );

  it.each(protectedPages)('[%s] %s is not for visitors', async (_, path) => {
    await openDashboard(path, visitor);
    expect(pathNow()).toBe('/signin');
  });

  it.each(protectedPages)('[%s] %s asks for a subscription if it exists', async (_, path) => {
    await openDashboard(path, locked);
    expect(pathNow()).toBe(path === '/nowhere' ? path : '/subscribe');
  });
});

/** Tests the content of pages, because a correct breadcrumb alone proves nothing. */
describe('what a page shows', () => {
  const main = () => within(screen.getByRole('main'));
  const createdAt = '2026-01-01T00:00:00.000Z';
  const pagination = { page: 1, pageSize: 20, total: 1 };
  const device = {
    id: 'd1',
    name: 'Front door',
    platform: 'webchat',
    locale: 'en-US',
    concurrencyLimit: 5,
    settings: {
      platform: 'webchat',
      browser: 'chrome-windows',
      viewport: { width: 1440, height: 900 },
    },
    suiteCount: 0,
    createdAt,
    lastModified: createdAt,
  };

  it.each([
    ['S-008', '/projects', 'Projects', 'Create your first project'],
    ['S-013', '/test-suite/s1', 'Greeting', 'Hello'],
    ['S-017', '/explore', 'Exploratory Tests', /^Exploratory testing is not enabled/],
    ['S-018', '/load', 'Load Test', /^Load testing is not enabled/],
    ['S-024', '/account', 'My Account', 'Profile'],
    ['S-025', '/organization', 'Organization Management', 'Existing Users'],
  ])('[%s] %s is headed %s, and goes on with %s', async (_, path, title, next) => {
    await openDashboard(path, ready);
    expect(await main().findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(await main().findByRole('heading', { level: 2, name: next })).toBeDefined();
  });

  it('[S-010] the suites of one project are on its page, and those of no other', async () => {
    const answers = {
      [`GET ${organizationPath}/testsuites/list`]: { json: { items: [greeting], pagination } },
    };
    const network = await openDashboard('/projects/p1', { answers });
    expect(heading()).toBe('Hotline');
    expect(await main().findByRole('link', { name: 'Greeting' })).toBeDefined();
    const asked = network.requests.filter(({ url }) => url.includes('/testsuites/list'));
    expect(asked.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('projectId'))).toEqual(
      asked.map(() => 'p1'),
    );
  });

  it('[S-003, S-021] the runs are in the history', async () => {
    const answers = {
      [`GET ${organizationPath}/runs`]: { json: { items: [run], nextCursor: null } },
    };
    await openDashboard('/history', { answers });
    expect(heading()).toBe('History');
    const link = await main().findByRole('link', { name: /Greeting/ });
    expect(link.getAttribute('href')).toBe('/history/testruns/r1');
  });

  it('[S-022] a run is called Test Run', async () => {
    const answers = {
      [`GET ${organizationPath}/runs/r1`]: { json: run },
      [`GET ${organizationPath}/runs/r1/events`]: { json: { events: [], isComplete: true } },
    };
    await openDashboard('/history/testruns/r1', { answers });
    expect(await main().findByText('Test Run')).toBeDefined();
    expect(heading()).toBe('Greeting · #12');
  });

  it('[S-003, S-023] plan and usage are in the billing', async () => {
    const billing = {
      subscription: { status: 'enabled', planId: 'trial', endDate: null },
      payment: null,
      period: { start: createdAt, end: '2026-02-01T00:00:00.000Z' },
      meters: [{ kind: 'interactions', used: 12, quota: 10_000, forecast: null }],
      days: [],
      stoppedMonitors: [],
    };
    const answers = { [`GET ${organizationPath}/billing`]: { json: billing } };
    await openDashboard('/billing', { answers });
    expect(heading()).toBe('Billing & Usage');
    expect(await main().findByRole('region', { name: /plan$/ })).toBeDefined();
    const used = await main().findByRole('progressbar', { name: 'Interactions used' });
    expect(used.getAttribute('aria-valuetext')).toBe('12 of 10,000');
  });

  it('[S-002, S-019] the virtual devices are listed, and new ones made', async () => {
    const answers = {
      [`GET ${organizationPath}/devices`]: { json: { items: [device], pagination } },
    };
    await openDashboard('/devices', { answers });
    expect(heading()).toBe('Virtual Devices');
    const link = await main().findByRole('link', { name: /Front door/ });
    expect(link.getAttribute('href')).toBe('/devices/d1');
    expect(main().getByRole('button', { name: 'New device' })).toBeDefined();
  });

  it('[S-002, S-020] one virtual device has a page, where it is changed and deleted', async () => {
    const answers = { [`GET ${organizationPath}/devices/d1`]: { json: device } };
    await openDashboard('/devices/d1', { answers });
    await waitFor(() => expect(heading()).toBe('Front door'));
    expect(main().getByRole('heading', { level: 2, name: 'Settings' })).toBeDefined();
    expect(main().getByRole('button', { name: 'Delete' })).toBeDefined();
  });

  it('[S-020] each virtual device has a page of its own', async () => {
    const settings = { ...device.settings, viewport: { width: 800, height: 600 } };
    const other = { ...device, id: 'd2', name: 'Back door', settings };
    const answers = {
      [`GET ${organizationPath}/devices/d1`]: { json: device },
      [`GET ${organizationPath}/devices/d2`]: { json: other },
    };
    await openDashboard('/devices/d1', { answers });
    for (const { id, name, settings } of [device, other, device]) {
      await visit(`/devices/${id}`);
      await waitFor(() => expect(heading()).toBe(name));
      expect(trail()).toEqual(['Dashboard', 'Virtual Devices', name]);
      const { width, height } = settings.viewport;
      expect(main().getByText(`Chrome on Windows, ${width} × ${height}`)).toBeDefined();
    }
  });

  it('[S-017] what is explored is called Exploratory Tests by who may explore', async () => {
    const answers = {
      [`GET ${organizationPath}/explorations`]: { json: { items: [], nextCursor: null } },
    };
    const user = { ...nora, exploratoryTestingEnabled: true };
    await openDashboard('/explore', { user, answers });
    expect(
      await main().findByRole('heading', { level: 2, name: 'Nothing explored yet' }),
    ).toBeDefined();
    expect(heading()).toBe('Exploratory Tests');
    expect(trail()).toEqual(['Dashboard', 'Exploratory Tests']);
  });
});
