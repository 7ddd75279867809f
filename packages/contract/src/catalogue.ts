/** Choices in the dashboard: plans, locales and voices. They are shipped as data with the server. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const base = '/internal/v1/apps/dashboard/settings';

export const providerPlatforms = ['alexa', 'google', 'watson', 'phone', 'webchat'] as const;

const providerPlatform = z.enum(providerPlatforms);

/** Ordered by size. */
export const soldPlanIds = ['startup', 'contact-centers', 'enterprise'] as const;

export const planIds = ['trial', ...soldPlanIds, 'self-hosted'] as const;

export type PlanId = (typeof planIds)[number];

/** Plan of a new organization if the installation sells plans. */
export const trialPlanId: PlanId = 'trial';

/** Plan outside the hosted edition: all features, without quotas. */
export const selfHostedPlanId: PlanId = 'self-hosted';

/** @returns true for every plan except the smallest paid one, also if the plan is unknown */
export function planAllowsMonitoring(planId: string | null | undefined): boolean {
  return planId !== 'startup';
}

/** Used as a heading, and with a full stop as a sentence. */
export const planLacksMonitoring = 'Monitoring is not part of the Startup plan';

export const planSchema = z.object({
  id: z.string(),
  name: z.string(),
  benefits: z.object({ platforms: z.array(providerPlatform) }),
});

export type Plan = z.output<typeof planSchema>;

export const voiceSchema = z.object({
  id: z.string(),
  provider: z.enum(['Amazon Polly', 'Google Cloud Text-to-Speech', 'Watson Text-to-Speech']),
});

export type Voice = z.output<typeof voiceSchema>;

/** A voice provider for a locale. The flag has two spellings; Parley writes `disabled`. */
const localeProvider = z.object({
  voices: z.array(voiceSchema),
  disabled: z.optional(z.boolean()),
  disable: z.optional(z.boolean()),
});

export function isDisabled({
  disabled,
  disable,
}: Pick<z.output<typeof localeProvider>, 'disabled' | 'disable'>): boolean {
  return disabled ?? disable ?? false;
}

export const localeSchema = z.object({
  id: z.string(),
  label: z.string(),
  defaultVoice: z.string(),
  alexa: localeProvider,
  google: localeProvider,
  watson: localeProvider,
  phone: localeProvider,
  webchat: localeProvider,
});

export type Locale = z.output<typeof localeSchema>;

/** Addresses and switches that the operator configured and the dashboard shows. */
export const installationSchema = z.object({
  version: z.string(),
  publicUrl: z.string(),
  /** True if this installation sells plans. Otherwise operators set them. */
  sellsPlans: z.boolean(),
  salesEmail: z.string(),
  supportEmail: z.string(),
  docsUrl: z.string(),
  privacyUrl: z.string(),
  /** Address of the previous dashboard; null if there is none. */
  oldDashboardUrl: z.nullable(z.string()),
  /** Address that receives leads; null if this server receives them itself. */
  utilitiesUrl: z.nullable(z.string()),
  /** Address of this server's demo bot; null if the bot is not running. */
  demoBotUrl: z.nullable(z.string()),
  /** Configured sign-in methods besides email and password. */
  signInMethods: z.array(z.enum(['google', 'ibm', 'sso'])),
});

export type Installation = z.output<typeof installationSchema>;

export const getSettings = endpoint({
  method: 'GET',
  path: base,
  summary: 'Get plans, locales and voices in one response',
  access: 'session',
  response: z.object({
    plans: z.array(planSchema),
    locales: z.array(localeSchema),
    voices: z.array(voiceSchema),
  }),
});

export const listPlans = endpoint({
  method: 'GET',
  path: `${base}/plans`,
  summary: 'List the plans',
  access: 'session',
  response: z.array(planSchema),
});

export const listLocales = endpoint({
  method: 'GET',
  path: `${base}/locales`,
  summary: 'List the locales with their voices per platform',
  access: 'session',
  response: z.array(localeSchema),
});

export const listVoices = endpoint({
  method: 'GET',
  path: `${base}/voices`,
  summary: 'List all voices of all providers',
  access: 'session',
  response: z.array(voiceSchema),
});

/** The support chat; `appId` is null if the installation has none. */
export const getIntercomSettings = endpoint({
  method: 'GET',
  path: `${base}/intercom`,
  summary: 'Get the support chat of this installation',
  access: 'session',
  response: z.object({ appId: z.nullable(z.string()) }),
});

export const getInstallation = endpoint({
  method: 'GET',
  path: '/internal/v1/installation',
  summary: 'Get version, addresses and switches of this installation',
  access: 'public',
  response: installationSchema,
});
