/** Tests the shell around the pages of signed-in users. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useSidebar } from '#/features/shell/sidebar/sidebar-state.ts';
import { useThemeStore } from '#/features/theme/theme-store.ts';
import { tours } from '#/features/tours/tours.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { toast, toastStore } from '#/ui/toast.ts';
import {
  closeDashboard,
  follow,
  greeting,
  heading,
  installation,
  never,
  openDashboard,
  organizationPath,
  pathNow,
  press,
  trail,
  visit,
} from './open-dashboard.tsx';

afterEach(async () => {
  useThemeStore.setState({ theme: 'system' });
  useSidebar.setState({ isExpanded: true, isDrawerOpen: false });
  await closeDashboard();
});

const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }));
const header = () => {
  const toggle = screen.getByRole('button', { name: 'Toggle sidebar' });
  return within(toggle.closest('header') as HTMLElement);
};

async function openMenu(name: string | RegExp) {
  press(name);
  return within(await screen.findByRole('menu'));
}

describe('the parts of the shell', () => {
  it('[S-005, S-050] has a toggle, breadcrumbs and the user menu in its header', async () => {
    await openDashboard('/projects');
    expect(header().getByRole('navigation', { name: 'Breadcrumb' })).toBeDefined();
    const state = () => screen.getByRole('complementary').getAttribute('data-state');
    expect(state()).toBe('expanded');
    fireEvent.click(header().getByRole('button', { name: 'Toggle sidebar' }));
    expect(state()).toBe('collapsed');
    fireEvent.click(header().getByRole('button', { name: 'User menu of Nora Lind' }));
    expect(await screen.findByRole('menuitem', { name: 'Log out' })).toBeDefined();
  });

  it('[S-005, S-045, S-049] has navigation, projects and the organization in its sidebar', async () => {
    await openDashboard('/projects');
    const { children } = screen.getByRole('complementary', { name: 'Sidebar' });
    expect(sidebar().getByRole('navigation', { name: 'Main' })).toBeDefined();
    expect(sidebar().getByRole('heading', { name: 'Projects' })).toBeDefined();
    const switcher = sidebar().getByRole('button', { name: /^Acme/ });
    expect(children[0]?.lastElementChild?.contains(switcher)).toBe(true);
  });

  it('[S-005] has tours, feedback, a theme switch and a trial banner as well', async () => {
    const endDate = new Date(Date.now() + 14 * 86_400_000).toISOString();
    await openDashboard('/projects', {
      organization: { ...acme, subscription: { status: 'trial', planId: 'trial', endDate } },
    });
    expect(sidebar().getByRole('button', { name: 'Guided tours' })).toBeDefined();
    expect(sidebar().getByRole('button', { name: 'Share Feedback' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Trial' })).toBeDefined();
    const menu = await openMenu(/^User menu/);
    expect(menu.getByRole('menuitem', { name: 'Theme' })).toBeDefined();
  });

  it('[A-378] folds and unfolds its sidebar by Ctrl+B and Cmd+B', async () => {
    await openDashboard('/projects');
    const state = () =>
      screen.getByRole('complementary', { name: 'Sidebar' }).getAttribute('data-state');
    expect(fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true })).toBe(false);
    expect(state()).toBe('collapsed');
    fireEvent.keyDown(document.body, { key: 'B', metaKey: true });
    expect(state()).toBe('expanded');
    fireEvent.keyDown(document.body, { key: 'b' });
    expect(state()).toBe('expanded');
  });

  it('[A-379, S-049, S-051, S-052] keeps in a cookie of a week that it was folded to icons', async () => {
    await openDashboard('/projects');
    const cookie = vi.spyOn(document, 'cookie', 'set');
    const state = () =>
      screen.getByRole('complementary', { name: 'Sidebar' }).getAttribute('data-state');
    expect(state()).toBe('expanded');
    expect(sidebar().getByText('History').className).not.toContain('sr-only');
    press('Toggle sidebar');
    expect(state()).toBe('collapsed');
    expect(document.cookie).toContain('sidebar_state=false');
    expect(cookie.mock.lastCall?.[0]).toContain(`; path=/; max-age=${7 * 24 * 60 * 60};`);
    // Every item keeps its icon, and its name for screen readers.
    for (const label of ['Projects', 'History', 'Share Feedback', 'Guided tours', 'Acme']) {
      const item = sidebar().getByText(label);
      expect(item.closest('.sr-only'), label).not.toBeNull();
      expect(item.closest('a, button')?.querySelector('svg'), label).not.toBeNull();
    }
    expect(sidebar().queryByPlaceholderText('Search projects...')).toBeNull();
    press('Toggle sidebar');
    expect(state()).toBe('expanded');
  });

  it('[S-051, S-162] is a drawer on a narrow screen, closed until it is opened', async () => {
    const narrow = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal('matchMedia', () => narrow);
    await openDashboard('/projects');
    expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    press('Toggle sidebar');
    const drawer = within(await screen.findByRole('dialog', { name: 'Sidebar' }));
    expect(drawer.getByText('History').className).not.toContain('sr-only');
    fireEvent.click(drawer.getByRole('link', { name: 'History' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useSidebar.getState()).toEqual({ isExpanded: true, isDrawerOpen: false });
  });
});

describe('the main menu', () => {
  const items = () =>
    within(sidebar().getByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  const common = [
    ['Virtual Devices', '/devices'],
    ['History', '/history'],
    ['Billing & Usage', '/billing'],
  ];

  it.each([
    ['S-041, S-042, S-043', {}, []],
    ['S-042, S-044', { exploratoryTestingEnabled: true }, [['Exploratory Testing', '/explore']]],
    ['S-043, S-044', { loadTestingEnabled: true }, [['Load Testing', '/load']]],
    [
      'S-044',
      { exploratoryTestingEnabled: true, loadTestingEnabled: true },
      [
        ['Exploratory Testing', '/explore'],
        ['Load Testing', '/load'],
      ],
    ],
  ])('[%s] has its items in their order for somebody with %o', async (_, flags, more) => {
    await openDashboard('/projects', { user: { ...nora, ...flags } });
    expect(items()).toEqual([['Projects', '/projects'], ...more, ...common]);
  });
});

describe('the help', () => {
  it('[S-046] leads to the documentation in a new tab', async () => {
    await openDashboard('/projects');
    const docs = await sidebar().findByRole('link', { name: /Read our docs/ });
    await waitFor(() => expect(docs.getAttribute('href')).toBe('https://docs.parley.test/'));
    expect(docs.getAttribute('target')).toBe('_blank');
    expect(docs.getAttribute('rel')).toBe('noreferrer');
  });

  it('[S-047, S-145] lists all tours in a menu', async () => {
    await openDashboard('/projects');
    const menu = await openMenu('Guided tours');
    const listed = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(listed).toEqual(tours.map(({ title }) => title));
  });

  it.each([
    ['Test and monitor', '/test-suite/s1'],
    ['Webchat guide', '/projects/p1'],
    ['Webchat guide', '/test-suite/s1'],
  ])('[S-191, S-194, S-195] starts the tour “%s” once %s is open', async (title, path) => {
    await openDashboard('/projects');
    const menu = await openMenu('Guided tours');
    fireEvent.click(menu.getByRole('menuitem', { name: title }));
    await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Action Required'));
    const tour = () => screen.queryByRole('dialog', { name: 'Testing a webchat' });
    expect(tour()).toBeNull();
    await visit(path);
    await waitFor(() => expect(tour()).not.toBeNull(), { timeout: 5000 });
    fireEvent.keyUp(window, { key: 'Escape' });
    await waitFor(() => expect(tour()).toBeNull());
  });

  it('[S-048, S-132, S-133] opens the feedback form, which has one field', async () => {
    await openDashboard('/projects');
    press('Share Feedback');
    const form = within(await screen.findByRole('dialog', { name: 'Share Feedback' }));
    const fields = form.getAllByRole('textbox');
    expect(fields.map(({ tagName }) => tagName)).toEqual(['TEXTAREA']);
  });

  it('[S-136] closes the form once the feedback is sent, and has an empty one the next time', async () => {
    const answers = { 'POST /internal/v1/helpers/feedback': { status: 204 } };
    await openDashboard('/projects', { answers });
    press('Share Feedback');
    const value = { target: { value: 'More shortcuts, please.' } };
    fireEvent.change(await screen.findByLabelText('Your feedback'), value);
    press('Send feedback');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Share Feedback');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your feedback');
    expect(field.value).toBe('');
  });

  it('[S-135, S-137] says that feedback is being sent, and keeps it where that fails', async () => {
    const asked = Promise.withResolvers<Response>();
    const answers = { 'POST /internal/v1/helpers/feedback': () => asked.promise };
    await openDashboard('/projects', { answers });
    press('Share Feedback');
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Your feedback');
    fireEvent.change(field, { target: { value: 'More shortcuts, please.' } });
    press('Send feedback');
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDefined();
    asked.resolve(new Response(null, { status: 500 }));
    await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Submission failed'));
    expect(field.value).toBe('More shortcuts, please.');
    expect(screen.getByRole('dialog', { name: 'Share Feedback' })).toBeDefined();
  });
});

describe('the user menu', () => {
  it('[S-054] leads to the account', async () => {
    await openDashboard('/projects');
    const menu = await openMenu(/^User menu/);
    expect(menu.getByRole('menuitem', { name: 'Account' }).getAttribute('href')).toBe('/account');
  });

  it('[S-056, S-057] has a mail to the support and the privacy policy in a new tab', async () => {
    await openDashboard('/projects');
    const menu = await openMenu(/^User menu/);
    const support = await menu.findByRole('menuitem', { name: 'Support' });
    expect(support.getAttribute('href')).toMatch(/^mailto:support@parley\.test/);
    const privacy = menu.getByRole('menuitem', { name: /Privacy Policy/ });
    expect(privacy.getAttribute('href')).toBe('https://parley.test/privacy');
    expect(privacy.getAttribute('target')).toBe('_blank');
  });

  it('[S-055, S-161] has three themes, and stores the one that is chosen', async () => {
    await openDashboard('/projects');
    const menu = await openMenu(/^User menu/);
    fireEvent.click(menu.getByRole('menuitem', { name: 'Theme' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Light', 'Dark', 'System']);
    const choice = (name: string) => screen.getByRole('menuitemradio', { name });
    expect(choice('System').getAttribute('aria-checked')).toBe('true');
    for (const [name, shown] of [
      ['Light', 'light'],
      ['System', undefined],
      ['Dark', 'dark'],
    ] as const) {
      fireEvent.click(choice(name));
      expect(choice(name).getAttribute('aria-checked')).toBe('true');
      expect(localStorage.getItem('parley-theme')).toBe(name.toLowerCase());
      expect(document.documentElement.dataset.theme).toBe(shown);
    }
  });

  it('[S-060] logs out', async () => {
    const network = await openDashboard('/projects');
    const menu = await openMenu(/^User menu/);
    fireEvent.click(menu.getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(pathNow()).toBe('/signin'));
    expect(network.count('POST /api/auth/sign-out')).toBe(1);
  });
});

describe('the trial banner', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const open = (status: 'trial' | 'enabled') =>
    openDashboard('/projects', {
      organization: { ...acme, subscription: { status, planId: 'trial', endDate: inDays(14) } },
    });
  const trial = () => screen.queryByRole('region', { name: 'Trial' });

  it('[S-089, S-091] tells whoever is on trial how long that lasts', async () => {
    await open('trial');
    expect(trial()?.textContent).toContain(
      'Your trial expires in 14 days. Subscribe now to continue using all features.',
    );
  });

  it('[S-090] is not there for an enabled subscription', async () => {
    await open('enabled');
    expect(trial()).toBeNull();
  });

  it('[S-093] has a mail to the sales', async () => {
    await open('trial');
    const sales = await screen.findByRole('link', { name: 'Contact Sales' });
    await waitFor(() => expect(sales.getAttribute('href')).toMatch(/^mailto:sales@parley\.test/));
  });

  it('[S-094] is dismissed', async () => {
    await open('trial');
    press('Dismiss');
    expect(trial()).toBeNull();
    await visit('/history');
    expect(trial()).toBeNull();
  });
});

describe('the breadcrumbs', () => {
  const project = `GET ${organizationPath}/projects/p1`;
  const suite = `GET ${organizationPath}/testsuites/s1`;

  it.each([
    ['S-009', '/projects', ['Dashboard', 'Projects']],
    ['S-011', '/projects/p1', ['Dashboard', 'Projects', 'Hotline']],
    ['S-014, S-015', '/test-suite/s1', ['Dashboard', 'Projects', 'Hotline', 'Greeting']],
    ['S-020', '/devices/d1', ['Dashboard', 'Virtual Devices', 'Front door']],
    ['S-018', '/load/setup', ['Dashboard', 'Load Test', 'Setup']],
    ['S-021, S-022', '/history/testruns/r1', ['Dashboard', 'History', 'Run r1']],
  ])('[%s] lead to %s by %j', async (_, path, steps) => {
    const viewport = { width: 1440, height: 900 };
    const settings = { platform: 'webchat', browser: 'chrome-windows', viewport };
    const device = { id: 'd1', name: 'Front door', platform: 'webchat', locale: 'en-US', settings };
    const answers = { [`GET ${organizationPath}/devices/d1`]: { json: device } };
    await openDashboard(path, { answers });
    await waitFor(() => expect(trail()).toEqual(steps));
  });

  it('[S-016] link the project that the suite is in', async () => {
    await openDashboard('/test-suite/s1');
    await within(screen.getByRole('navigation', { name: 'Breadcrumb' })).findByText('Hotline');
    const link = header().getByRole('link', { name: 'Hotline' });
    expect(link.getAttribute('href')).toBe('/projects/p1');
  });

  it.each([
    ['S-036', project, '/projects/p1', { status: 404 }, ['Unknown Project']],
    ['S-036', project, '/test-suite/s1', { status: 404 }, ['Unknown Project', 'Greeting']],
    [
      'S-036, S-037',
      suite,
      '/test-suite/s1',
      { status: 404 },
      ['Unknown Project', 'Unknown Test Suite'],
    ],
    [
      'S-037',
      suite,
      '/test-suite/s1',
      { json: { ...greeting, name: '' } },
      ['Hotline', 'Unknown Test Suite'],
    ],
    ['S-038', project, '/projects/p1', { status: 500 }, ['Error']],
    ['S-038', project, '/test-suite/s1', { status: 500 }, ['Error', 'Greeting']],
    ['S-038', suite, '/test-suite/s1', { status: 500 }, ['Error', 'Error']],
    ['S-039', project, '/projects/p1', never, ['Loading...']],
    ['S-039', project, '/test-suite/s1', never, ['Loading...', 'Greeting']],
    ['S-039', suite, '/test-suite/s1', never, ['Loading...', 'Loading...']],
  ] as const)('[%s] say what is known where %s is not, at %s', async (...row) => {
    const [, request, path, answer, steps] = row;
    await openDashboard(path, { answers: { [request]: answer } });
    await waitFor(() => expect(trail()).toEqual(['Dashboard', 'Projects', ...steps]));
  });
});

it('[A-375] shows one toast at most', async () => {
  await openDashboard('/history');
  act(() => toast({ title: 'One' }));
  act(() => toast({ title: 'Two' }));
  await waitFor(() => expect(document.querySelector('[data-toasts] > li')).not.toBeNull());
  const shown = [...document.querySelectorAll('[data-toasts] > li')];
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Two']);
});

describe('what is not there, and what breaks', () => {
  it('[S-031, S-032, S-033] says that a page is not found, and leads home', async () => {
    await openDashboard('/nowhere/at/all');
    expect(heading()).toBe('Page Not Found');
    expect(
      screen.getByText("The page you're looking for doesn't exist or has been moved."),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/test-suites');
    await follow('Go Home');
    await waitFor(() => expect(pathNow()).toBe('/projects'));
  });

  it('[A-157, A-158, A-159, S-029] /error-test has three buttons', async () => {
    await openDashboard('/error-test');
    const buttons = within(screen.getByRole('main')).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Throw Sync Error',
      'Throw Async Error',
      'Cause Runtime Error',
    ]);
  });

  it('[A-158] “Throw Async Error” throws beside the drawing, and the page stays', async () => {
    const notice = vi.fn();
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', notice);
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection');
      for (const other of others) process.on('unhandledRejection', other);
    });
    await openDashboard('/error-test');
    press('Throw Async Error');
    await waitFor(() => expect(notice).toHaveBeenCalledOnce());
    expect(heading()).toBe('Error test');
  });

  async function breakPage(button: string) {
    vi.spyOn(console, 'error').mockReturnValue();
    await openDashboard('/error-test');
    press(button);
    return within(await screen.findByRole('alert', { name: 'Something went wrong' }));
  }

  it('[A-152, A-153, A-157, S-131] the fallback says what to do', async () => {
    const fallback = await breakPage('Throw Sync Error');
    expect(fallback.getByRole('heading').textContent).toBe('Something went wrong');
    expect(fallback.getByText(/Reload it.*contact support/)).toBeDefined();
  });

  it('[A-154, A-155, A-159, S-131] the fallback has name, message and stack of the error in its details', async () => {
    const fallback = await breakPage('Cause Runtime Error');
    const details = fallback.getByText('View Error Details').closest('details');
    expect(details?.open).toBe(false);
    fireEvent.click(fallback.getByText('View Error Details'));
    expect(details?.open).toBe(true);
    const terms = fallback.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(['Name', 'Message', 'Stack']);
    const told = fallback.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(told).toEqual([
      'TypeError',
      expect.stringContaining('name'),
      expect.stringMatching(/\n/),
    ]);
  });

  it('[A-156, S-131] the fallback has a button that loads the page again', async () => {
    const fallback = await breakPage('Throw Sync Error');
    const reload = vi.fn();
    vi.stubGlobal('location', { ...location, reload });
    fireEvent.click(fallback.getByRole('button', { name: 'Reload Page' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});

it('[S-040] the account page names addresses and version', async () => {
  const organization = { ...acme, apiURL: 'https://api.acme.test' };
  const answers = {
    [`GET ${organization.apiURL}/internal/v1/installation`]: { json: installation },
  };
  await openDashboard('/account', { organization, answers });
  const about = within(await screen.findByRole('region', { name: 'About' }));
  await about.findByText('1.0.0');
  const terms = about.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms.slice(0, 5)).toEqual([
    'API URL',
    'Dashboard URL',
    'Exploratory testing URL',
    'WebSocket URL',
    'Version',
  ]);
  const values = about.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values.slice(0, 5)).toEqual([
    'https://api.acme.test',
    location.origin,
    `${location.origin}/explore`,
    'wss://api.acme.test/internal/v1/live',
    '1.0.0',
  ]);
});
