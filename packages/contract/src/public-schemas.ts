/**
 * Names of schemas in the description of the public API. Generated clients name their types after them, so the meaning of a
 * name never changes.
 */

import { standingNames } from './choices.ts';
import { deviceSchema, deviceSettingsSchema } from './devices.ts';
import { environmentSchema } from './environments.ts';
import { getReliability } from './history.ts';
import { calendarSchema, monitoringConfigSchema, storedSchedule } from './monitoring.ts';
import { getOverview } from './overview.ts';
import {
  publicEventSchema,
  publicEvidenceSchema,
  publicFailureSchema,
  publicInteractionSchema,
  publicMonitorSchema,
  publicProjectSchema,
  publicSuiteSchema,
  publicSuiteSummarySchema,
  suiteCheckSchema,
  testResultSchema,
} from './public-api.ts';
import { recordingSchema } from './recordings.ts';
import { gateSchema, runCountsSchema, runStatus, runSummarySchema } from './runs.ts';
import { webhookDeliverySchema, webhookSchema, webhookWithSecret } from './webhooks.ts';

export const publicSchemas = {
  Project: publicProjectSchema,
  Environment: environmentSchema,
  Recording: recordingSchema,
  Device: deviceSchema,
  DeviceSettings: deviceSettingsSchema,
  Overview: getOverview.response,
  SuiteCheck: suiteCheckSchema,
  SuiteHistory: getReliability.response,
  SuiteSummary: publicSuiteSummarySchema,
  Suite: publicSuiteSchema,
  Run: runSummarySchema,
  RunStatus: runStatus,
  RunCounts: runCountsSchema,
  RunEvent: publicEventSchema,
  TestResult: testResultSchema,
  Interaction: publicInteractionSchema,
  Failure: publicFailureSchema,
  Evidence: publicEvidenceSchema,
  Gate: gateSchema,
  Monitor: publicMonitorSchema,
  Schedule: monitoringConfigSchema,
  StoredSchedule: storedSchedule,
  ExclusionCalendar: calendarSchema,
  Webhook: webhookSchema,
  WebhookWithSecret: webhookWithSecret,
  WebhookDelivery: webhookDeliverySchema,
};

/** Handwritten schemas of values that are returned as stored, because the code describes these values only by types. */
export const publicSchemaFacts: Readonly<Record<string, object>> = {
  RunEvent: {
    type: 'object',
    description:
      'Fields depend on the type. New types and fields may be added; skip those that you do not know.',
    required: ['type'],
    properties: {
      type: { type: 'string', description: 'For example `test.finished`.' },
      outcome: {
        type: 'string',
        enum: Object.keys(standingNames),
        description: 'Of what finished.',
      },
    },
    additionalProperties: true,
  },
  StoredSchedule: {
    type: 'object',
    description: 'As it was written, see `Schedule`.',
    additionalProperties: true,
  },
};
