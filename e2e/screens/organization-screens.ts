/** Screens of the organization, its billing, one's own account and the installation. */
import type { Billing, Invoice, OperationsHealth } from '@parley/contract';
import type { Organizations } from './organizations.ts';
import { answering, button, choice, heading, type Screen, steps, whileAway } from './screen.ts';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Weeks of usage, with one successful payment and one that failed. */
const paid = steps(
  answering<Invoice[]>(/internal.*\/billing\/invoices$/, () => [
    invoice('INV-0002', -1, 'open'),
    invoice('INV-0001', -31, 'paid'),
  ]),
  answering<Billing>(/internal.*\/billing$/, (billing) => ({
    ...billing,
    subscription: { ...billing.subscription, status: 'enabled', endDate: null },
    payment: { state: 'past-due', renewsAt: inDays(29) },
    meters: billing.meters.map((meter, index) => ({
      ...meter,
      used: Math.round((meter.quota ?? 500) * (0.86 - 0.2 * index)),
    })),
    days: Array.from({ length: 20 }, (_, index) => ({
      day: `${billing.period.start.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
      interactions: 300 + ((index * 137) % 260),
      callMinutes: (index * 7) % 23,
    })),
    stoppedMonitors: ['Opening hours', 'A test suite with a name that is longer than a phone'].map(
      (suiteName, index) => ({
        suiteId: `s${index}`,
        suiteName,
        slot: inDays(-index - 0.5),
        reason: 'The interactions of the plan are used up.',
      }),
    ),
  })),
);

function invoice(number: string, days: number, status: string): Invoice {
  const address = 'https://pay.example.com/invoice';
  return {
    id: number,
    number,
    createdAt: inDays(days),
    total: 49_900,
    currency: 'eur',
    status,
    pdfUrl: address,
    pageUrl: address,
  };
}

const troubled = answering<OperationsHealth>(/internal.*\/operations$/, (health) => ({
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

export function organizationScreens({ full }: Organizations): Screen[] {
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
    {
      name: 'billing-error',
      as: 'full',
      path: '/billing',
      until: whileAway(/internal.*\/billing$/),
    },
    { name: 'billing-plans', as: 'full', path: '/billing', until: button('Choose a plan') },
    { name: 'billing-paid', as: 'full', path: '/billing', until: paid, isWhole: true },
    { ...account, name: 'account', until: heading('Account'), isWhole: true },
    { ...account, name: 'account-delete', until: button('Delete my account') },
    { ...account, name: 'api-key-new', until: button('Create API key') },
    {
      name: 'api-keys-none',
      as: 'empty',
      path: '/account',
      until: (page) =>
        page.getByRole('heading', { name: 'API keys', exact: true }).scrollIntoViewIfNeeded(),
    },
    { name: 'operations', as: 'operator', path: '/operations', isWhole: true },
    {
      name: 'operations-troubled',
      as: 'operator',
      path: '/operations',
      until: troubled,
      isWhole: true,
    },
    {
      name: 'operated-organization',
      as: 'operator',
      path: `/operations/organizations/${full.account.orgId}`,
      isWhole: true,
    },
  ];
}
