/** The plan of an organization, what it has used of it, and how it is paid. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { subscriptionSchema } from './organizations.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/billing';

/** `interactions` and `callMinutes` add up over the month; the others are what is held now. */
export const meterKinds = ['interactions', 'callMinutes', 'devices', 'monitoredTests'] as const;

export type MeterKind = (typeof meterKinds)[number];

/** Share of a quota from which people are warned. */
export const quotaWarningShare = 0.8;

const day = z.iso.date();

export const meterSchema = z.object({
  kind: z.enum(meterKinds),
  used: z.number(),
  /** Null where the plan sets none. */
  quota: z.nullable(z.number()),
  /** At the end of the month, if it goes on as until now. Null for what is held, and on the first day. */
  forecast: z.nullable(z.number()),
});

export type Meter = z.output<typeof meterSchema>;

export const usageDaySchema = z.object({
  day,
  interactions: z.number(),
  callMinutes: z.number(),
});

export type UsageDay = z.output<typeof usageDaySchema>;

/** A time at which a monitored suite was not run because the plan or its quota did not allow it. */
export const stoppedMonitorSchema = z.object({
  suiteId: id,
  suiteName: z.string(),
  slot: timestamp,
  reason: z.string(),
});

export const billingSchema = z.object({
  subscription: subscriptionSchema,
  /** The month (UTC) that quotas are counted over; the end is the beginning of the next. */
  period: z.object({ start: timestamp, end: timestamp }),
  meters: z.array(meterSchema),
  /** Every day of the month until today. */
  days: z.array(usageDaySchema),
  /** The newest of the last three days, at most 20. */
  stoppedMonitors: z.array(stoppedMonitorSchema),
});

export type Billing = z.output<typeof billingSchema>;

export const getBilling = endpoint({
  method: 'GET',
  path: base,
  summary: 'Plan, renewal, and what was used of each quota in this month',
  access: { organization: 'organization.read' },
  response: billingSchema,
});
