/** The organization, what it pays, one's own account and the installation. */
import type { Billing, OperationsHealth } from '@parley/contract';
import type { Organizations } from './organizations.ts';
import { answering, button, choice, heading, type Screen, steps, whileAway } from './screen.ts';

const paid = answering<Billing>(/\/billing$/, (billing) => ({ ...billing }));

const troubled = answering<OperationsHealth>(/\/operations$/, (health) => ({
  ...health,
  processes: [
    ...health.processes,
    ...health.processes.map((one) => ({
      ...one,
      id: 'p2',
      role: 'worker',
      host: 'worker-2.example.com',
      isSilent: true,
      clockAheadMs: 4200,
    })),
  ],
  lateSlots: { count: 3, oldestSeconds: 95 },
  disk: { freeBytes: health.disk.totalBytes / 50, totalBytes: health.disk.totalBytes },
  deadWork: [
    {
      id: 'd1',
      kind: 'mails',
      target: 'ops@acme.test',
      attempts: 8,
      reason: '550 5.1.1 The mailbox does not exist.',
      at: health.at,
    },
    { id: 'd2', kind: 'trim-runs', target: '', attempts: 5, reason: '', at: health.at },
  ],
}));

export function organizationScreens(_: Organizations): Screen[] {
  const organization = { as: 'full', path: '/organization' } as const;
  const account = { as: 'full', path: '/account' } as const;
  return [
    { ...organization, name: 'organization', isWhole: true },
    { name: 'organization-long-names', as: 'extreme', path: '/organization', isWhole: true },
    { name: 'organization-fresh', as: 'empty', path: '/organization', isWhole: true },
    { name: 'organization-as-member', as: 'member', path: '/organization', isWhole: true },
    { ...organization, name: 'member-add', until: button('Add New Member') },
    { ...organization, name: 'member-remove', until: button(/^Remove/) },
    { ...organization, name: 'member-roles', until: button('About roles') },
    { ...organization, name: 'invitation-delete', until: button(/^Delete the invitation/) },
    { ...organization, name: 'single-sign-on-set-up', until: button('Set up single sign-on') },
    { name: 'billing', as: 'full', path: '/billing', isWhole: true },
    { name: 'billing-table', as: 'full', path: '/billing', until: choice('Table'), isWhole: true },
    { name: 'billing-as-member', as: 'member', path: '/billing', isWhole: true },
    { name: 'billing-error', as: 'full', path: '/billing', until: whileAway(/\/billing$/) },
    { name: 'billing-plans', as: 'full', path: '/billing', until: button('Choose a plan') },
    { name: 'billing-paid', as: 'full', path: '/billing', until: paid, isWhole: true },
    { ...account, name: 'account', until: heading('Account'), isWhole: true },
    { ...account, name: 'account-delete', until: button('Delete account') },
    { ...account, name: 'api-key-new', until: button('Create API key') },
    {
      name: 'api-keys-none',
      as: 'empty',
      path: '/account',
      until: steps(heading('API keys'), (page) =>
        page.getByRole('heading', { name: 'API keys' }).scrollIntoViewIfNeeded(),
      ),
    },
    { name: 'operations', as: 'operator', path: '/operations', isWhole: true },
    {
      name: 'operations-troubled',
      as: 'operator',
      path: '/operations',
      until: troubled,
      isWhole: true,
    },
  ];
}
