/** Screens of the shell around every page: its menus, dialogs, bars and error pages. */
import type { Billing } from '@parley/contract';
import type { Organizations } from './organizations.ts';
import {
  answering,
  button,
  choice,
  heading,
  item,
  openAnew,
  type Screen,
  steps,
  text,
} from './screen.ts';

const used = (interactions: number) =>
  steps(
    answering<Billing>(/internal.*\/billing$/, (billing) => ({
      ...billing,
      meters: billing.meters.map((meter) =>
        meter.kind === 'interactions' ? { ...meter, used: interactions } : meter,
      ),
    })),
    text('See usage'),
  );

export function shellScreens({ full }: Organizations): Screen[] {
  const start = { as: 'full', path: '/account' } as const;
  return [
    { ...start, name: 'shell-user-menu', until: button(/^User menu/) },
    {
      ...start,
      name: 'shell-sidebar-toggled',
      isAnew: true,
      until: steps(heading('Account'), button('Toggle sidebar')),
    },
    {
      ...start,
      name: 'shell-organizations',
      isAnew: true,
      until: inSidebar(button(/Acme/)),
    },
    {
      ...start,
      name: 'shell-sign-in-again',
      isAnew: true,
      until: steps(
        answering<{ id: string; name: string }[]>(/\/organizations$/, (own) => [
          ...own,
          { ...own[0], id: 'globex', name: 'Globex' },
        ]),
        (page) =>
          page.route(/\/organizations\/globex$/, (route) =>
            route.fulfill({ status: 403, json: { error: { code: 'other_sign_in_needed' } } }),
          ),
        openAnew('/account'),
        inSidebar(steps(button(/Acme/), choice('Globex'))),
        heading('Sign in again to open Globex'),
      ),
    },
    {
      ...start,
      name: 'account-by-single-sign-on',
      until: steps(
        answering<object>(/\/internal\/v1\/users\/[^/]+$/, (user) => ({
          ...user,
          providerOrganizationId: full.account.orgId,
        })),
        openAnew('/account'),
        text('Your whole account'),
      ),
      isWhole: true,
    },
    {
      ...start,
      name: 'shell-palette-tests',
      isAnew: true,
      until: steps(
        (page) => page.keyboard.press('Control+k'),
        (page) => page.getByRole('combobox', { name: 'Search or jump to' }).fill('hours'),
        (page) => page.getByRole('group', { name: 'Tests' }).waitFor(),
      ),
    },
    { ...start, name: 'shell-tours', isAnew: true, until: inSidebar(button('Guided tours')) },
    {
      ...start,
      name: 'shell-tour',
      isAnew: true,
      until: steps(inSidebar(item('Guided tours', 'Dashboard overview')), (page) =>
        page.locator('.driver-popover').waitFor(),
      ),
    },
    { ...start, name: 'shell-feedback', isAnew: true, until: inSidebar(button('Share Feedback')) },
    {
      ...start,
      name: 'shell-toast',
      until: steps(
        (page) => page.getByLabel('Job title').fill('Test Engineer'),
        button('Save profile'),
        text('Profile saved'),
      ),
    },
    { ...start, name: 'shell-quota-nearly', until: used(8_400) },
    { ...start, name: 'shell-quota-reached', until: used(10_000) },
    { name: 'not-found', as: 'full', path: '/nowhere' },
    { name: 'error-test', as: 'full', path: '/error-test' },
    {
      name: 'error-fallback',
      as: 'full',
      path: '/error-test',
      until: steps(button('Throw Sync Error'), (page) =>
        page.getByText('View Error Details').click(),
      ),
    },
    { name: 'organization-new', as: 'full', path: '/organizations/new' },
    { name: 'organization-new-refused', as: 'member', path: '/organizations/new' },
    { name: 'project-unknown', as: 'full', path: '/projects/unknown' },
    {
      name: 'project-menu',
      as: 'full',
      path: `/projects/${full.projectId}`,
      until: button(/^Actions for Bank/),
    },
  ];
}

/** Performs an action in the sidebar, which is a drawer on a narrow screen. */
function inSidebar(act: NonNullable<Screen['until']>): NonNullable<Screen['until']> {
  return async (page) => {
    await heading('Account')(page);
    if ((page.viewportSize()?.width ?? 0) < 768) await button('Toggle sidebar')(page);
    await act(page);
  };
}
