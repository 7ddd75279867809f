/** Plan, usage and payment of an organization. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { subscriptionSchema } from './organizations.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/billing';

/** `interactions` and `callMinutes` accumulate over the month; the others are current counts. */
export const meterKinds = ['interactions', 'callMinutes', 'devices', 'monitoredTests'] as const;

export type MeterKind = (typeof meterKinds)[number];

/** Share of a quota at which a warning is sent. */
export const quotaWarningShare = 0.8;

const day = z.iso.date();

export const meterSchema = z.object({
  kind: z.enum(meterKinds),
  used: z.number(),
  /** Null if the plan has no limit. */
  quota: z.nullable(z.number()),
  /** Projected value at the end of the month. Null for current counts, and on the first day. */
  forecast: z.nullable(z.number()),
});

export type Meter = z.output<typeof meterSchema>;

export const usageDaySchema = z.object({
  day,
  interactions: z.number(),
  callMinutes: z.number(),
});

export type UsageDay = z.output<typeof usageDaySchema>;

/** A scheduled time at which a monitored suite did not run because the plan or a quota did not allow it. */
export const stoppedMonitorSchema = z.object({
  suiteId: id,
  suiteName: z.string(),
  slot: timestamp,
  reason: z.string(),
});

/** State of the payment. `past-due`: a payment failed and is being retried; the plan continues meanwhile. */
export const paymentSchema = z.object({
  state: z.enum(['none', 'paid', 'past-due', 'ended']),
  /** When the next payment is due; null if the subscription ends or there is none. */
  renewsAt: z.nullable(timestamp),
});

export type Payment = z.output<typeof paymentSchema>;

export const billingSchema = z.object({
  subscription: subscriptionSchema,
  /** Null if plans are only available through sales. */
  payment: z.nullable(paymentSchema),
  /** The month (UTC) for which quotas are counted. `end` is the start of the next month. */
  period: z.object({ start: timestamp, end: timestamp }),
  meters: z.array(meterSchema),
  /** Every day of the month until today. */
  days: z.array(usageDaySchema),
  /** From the last three days, newest first, at most 20. */
  stoppedMonitors: z.array(stoppedMonitorSchema),
});

export type Billing = z.output<typeof billingSchema>;

export const retentionSchema = z.object({
  /** Number of days for which runs and their conversations are kept. Daily figures are not deleted. */
  runDays: z.number(),
  /** Number of days for which screenshots, recordings, traces and logs of runs are kept. */
  evidenceDays: z.number(),
  /** Number of days for which audit log entries are kept. */
  auditDays: z.number(),
});

export type Retention = z.output<typeof retentionSchema>;

export const getRetention = endpoint({
  method: 'GET',
  path: `${base}/retention`,
  summary: 'Get the retention periods of the plan',
  access: { organization: 'organization.read' },
  response: retentionSchema,
});

export const getBilling = endpoint({
  method: 'GET',
  path: base,
  summary: 'Get plan, renewal and quota usage of this month',
  access: { organization: 'organization.read' },
  response: billingSchema,
});

/** A plan that is for sale. */
export const offerSchema = z.object({
  planId: z.string(),
  /** In the smallest unit of the currency; null if it depends on usage. */
  amount: z.nullable(z.number()),
  /** ISO 4217 code, in lower case. */
  currency: z.string(),
  /** `day`, `week`, `month` or `year`; null for a one-time payment. */
  interval: z.nullable(z.string()),
  /** Number of intervals that the price covers, for example 3 months for a quarter. */
  intervalCount: z.number(),
  quotas: z.record(z.enum(meterKinds), z.nullable(z.number())),
});

export type Offer = z.output<typeof offerSchema>;

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  createdAt: timestamp,
  /** In the smallest unit of the currency. */
  total: z.number(),
  currency: z.string(),
  /** `open`, `paid`, `uncollectible` or `void`. */
  status: z.string(),
  pdfUrl: z.nullable(z.string()),
  pageUrl: z.nullable(z.string()),
});

export type Invoice = z.output<typeof invoiceSchema>;

const pageSchema = z.object({ url: z.string() });

export const listOffers = endpoint({
  method: 'GET',
  path: `${base}/offers`,
  summary: 'List the plans for sale, with their prices',
  access: { organization: 'billing.manage' },
  response: z.array(offerSchema),
  errors: ['unavailable'],
  limitPerMinute: 60,
});

export const listInvoices = endpoint({
  method: 'GET',
  path: `${base}/invoices`,
  summary: 'List the newest 24 invoices',
  access: { organization: 'billing.manage' },
  response: z.array(invoiceSchema),
  errors: ['unavailable'],
  limitPerMinute: 60,
});

export const openCheckout = endpoint({
  method: 'POST',
  path: `${base}/checkout`,
  summary: 'Get the address of the checkout page',
  access: { organization: 'billing.manage' },
  body: z.object({ planId: z.string().check(z.maxLength(60)) }),
  response: pageSchema,
  errors: ['conflict', 'unavailable'],
  limitPerMinute: 20,
});

export const openPortal = endpoint({
  method: 'POST',
  path: `${base}/portal`,
  summary: 'Get the address of the page to manage cards, plan and cancellation',
  access: { organization: 'billing.manage' },
  response: pageSchema,
  errors: ['conflict', 'unavailable'],
  limitPerMinute: 20,
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: `${base}/refresh`,
  summary:
    'Refresh the subscription from the payment service, after the return from one of its pages',
  access: { organization: 'billing.manage' },
  response: billingSchema,
  errors: ['unavailable'],
  limitPerMinute: 20,
});
