/** Test suites: a text in the test language (see @parley/suite) with a name and a project. */
import * as z from 'zod/mini';
import { endpoint, fileBodyBytesMax } from './endpoint.ts';
import {
  description,
  id,
  name,
  page,
  pageSize,
  pagination,
  search,
  sortOrder,
  text,
  timestamp,
  version,
} from './fields.ts';
import { monitoringConfigSchema, storedSchedule } from './monitoring.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/testsuites';

export const platform = z.enum(['webchat', 'phone']);

export const suiteSummarySchema = z.object({
  id,
  name: z.string(),
  description: z.string(),
  projectId: id,
  platform,
  /** The virtual device; null if the suite has none. */
  deviceId: z.nullable(id),
  testCount: z.number(),
  lastModified: timestamp,
  isMonitoring: z.boolean(),
  /** Increases with each change. A change can name the version that it is based on. */
  version: z.number(),
  monitoringConfig: z.nullable(storedSchedule),
});

export type SuiteSummary = z.output<typeof suiteSummarySchema>;

/** Fields for a suite's text, as the caller is allowed to see it. */
export const sourceFields = {
  /** The text, in the test language. */
  source: z.string(),
  /**
   * True if the channel's credentials are replaced by `***`, because the caller cannot edit the suite. A masked text can be
   * neither saved nor run.
   */
  isMasked: z.optional(z.literal(true)),
};

export const suiteSchema = z.extend(suiteSummarySchema, {
  ...sourceFields,
});

/** A suite as stored. `Suite` in @parley/suite is the model of its text. */
export type StoredSuite = z.output<typeof suiteSchema>;

/** 1 MiB of text, far beyond what people write by hand. */
export const suiteSourceLengthMax = 1_048_576;

export const suiteSource = text(suiteSourceLengthMax);

/** Maximum number of wordings that one change accepts; people save earlier than that. */
export const acceptedWordingsMax = 100;

const platformFilter = z._default(z.enum(['all', 'webchat', 'phone']), 'all');

export const listSuites = endpoint({
  method: 'GET',
  path: base,
  summary: 'Get a page of test suites by name, as a plain list',
  access: { organization: 'suites.read' },
  query: z.object({
    page: z._default(page, 1),
    pageSize: z._default(pageSize, 10),
    platform: platformFilter,
    search: z.optional(search),
    projectId: z.optional(id),
  }),
  response: z.array(suiteSummarySchema),
});

export const pageSuites = endpoint({
  method: 'GET',
  path: `${base}/list`,
  summary: 'Get a page of test suites with the total',
  access: { organization: 'suites.read' },
  query: z.object({
    page: z._default(page, 1),
    pageSize: z._default(pageSize, 12),
    platform: platformFilter,
    search: z.optional(search),
    projectId: z.optional(id),
    sortField: z._default(z.enum(['name', 'platform', 'lastModified']), 'name'),
    sortDirection: z._default(sortOrder, 'asc'),
  }),
  response: z.object({ items: z.array(suiteSummarySchema), pagination }),
});

export const getSuite = endpoint({
  method: 'GET',
  path: `${base}/{suiteId}`,
  summary: 'Get a test suite with its text',
  access: { organization: 'suites.read' },
  response: suiteSchema,
});

export const createSuite = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a test suite; without `source` it starts with one test against the demo bot',
  access: { organization: 'suites.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    name,
    description: z.optional(description),
    projectId: id,
    platform,
    source: z.optional(suiteSource),
    deviceId: z.optional(z.nullable(id)),
  }),
  response: suiteSchema,
  status: 201,
  errors: ['suite_invalid', 'limit_reached'],
  idempotent: true,
  changes: 'suites',
});

export const updateSuite = endpoint({
  method: 'PUT',
  path: `${base}/{suiteId}`,
  summary: 'Change a test suite; omitted fields stay unchanged',
  access: { organization: 'suites.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    name: z.optional(name),
    description: z.optional(description),
    source: z.optional(suiteSource),
    deviceId: z.optional(z.nullable(id)),
    monitoringConfig: z.optional(z.nullable(monitoringConfigSchema)),
    /** The version that the change is based on. If absent, the change overwrites newer versions. */
    version: z.optional(version),
    /** Replies that the change adds as accepted wordings, with the test that each belongs to; for the audit log. */
    acceptedWordings: z.optional(
      z
        .array(
          z.object({
            test: z.string().check(z.maxLength(1_000)),
            wording: z.string().check(z.maxLength(10_000)),
          }),
        )
        .check(z.maxLength(acceptedWordingsMax)),
    ),
  }),
  response: suiteSchema,
  errors: ['suite_invalid', 'conflict', 'schedule_invalid', 'quota_reached', 'limit_reached'],
  changes: 'suites',
});

export const renameSuite = endpoint({
  method: 'PATCH',
  path: `${base}/{suiteId}`,
  summary: 'Rename a test suite',
  access: { organization: 'suites.write' },
  body: z.object({ name }),
  response: suiteSchema,
  changes: 'suites',
});

export const deleteSuite = endpoint({
  method: 'DELETE',
  path: `${base}/{suiteId}`,
  summary: 'Delete a test suite; its runs stay in the history',
  access: { organization: 'suites.write' },
  response: 'nothing',
  changes: 'suites',
});

export const cloneSuite = endpoint({
  method: 'POST',
  path: `${base}/{suiteId}/clone`,
  summary: 'Copy a test suite, in place or into another project',
  access: { organization: 'suites.write' },
  query: z.object({ projectId: z.optional(id) }),
  response: suiteSchema,
  status: 201,
  errors: ['limit_reached'],
  idempotent: true,
  changes: 'suites',
});

export const moveSuite = endpoint({
  method: 'PUT',
  path: `${base}/{suiteId}/project`,
  summary: 'Move a test suite to another project',
  access: { organization: 'suites.write' },
  body: z.object({ projectId: id }),
  response: suiteSchema,
  changes: 'suites',
});

export const setMonitoring = endpoint({
  method: 'PUT',
  path: `${base}/{suiteId}/monitoring`,
  summary: 'Turn the monitoring of a test suite on or off, and set its schedule if one is sent',
  access: { organization: 'suites.write' },
  body: z.object({
    isMonitoring: z.boolean(),
    monitoringConfig: z.optional(z.nullable(monitoringConfigSchema)),
  }),
  response: suiteSchema,
  changes: 'suites',
  errors: ['not_allowed', 'quota_reached', 'schedule_invalid'],
});

export const suiteFileFormat = z.enum(['zip', 'excel', 'botscript', 'rasa']);

export type SuiteFileFormat = z.output<typeof suiteFileFormat>;

export const downloadSuite = endpoint({
  method: 'GET',
  path: `${base}/{suiteId}/download`,
  summary:
    'Download a test suite as a file: a zip with configuration and tests, an Excel workbook, Botium’s BotScript (a zip) or Rasa’s end-to-end tests',
  access: { organization: 'suites.read' },
  query: z.object({ format: z._default(suiteFileFormat, 'zip') }),
  response: 'file',
});

/** Base64 length of a file of 2 MiB. */
const importedFileLengthMax = 2_796_204;

/** The result of an import from another tool: what was converted, and what was not. */
export const importReportSchema = z.object({
  format: z.enum(['bespoken', 'botscript', 'rasa']),
  tests: z.number(),
  interactions: z.number(),
  lossCount: z.number(),
  /** The first losses; `lossCount` counts all. */
  losses: z.array(
    z.object({
      file: z.optional(z.string()),
      line: z.optional(z.number()),
      what: z.string(),
      reason: z.string(),
    }),
  ),
});

export type SuiteImportReport = z.output<typeof importReportSchema>;

export const importSuite = endpoint({
  method: 'POST',
  path: `${base}/import`,
  summary:
    'Create a test suite from a file as downloaded (.zip, .xlsx), from its text (.yml), from BotScript (.convo.txt, or a .zip of such) or from Rasa’s end-to-end tests (.yml, .zip)',
  access: { organization: 'suites.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: z.object({
    projectId: id,
    /** Determines the format, and the name of the suite if `name` is absent. */
    fileName: text(400),
    name: z.optional(name),
    content: z.base64().check(z.maxLength(importedFileLengthMax, 'A file has at most 2 MiB.')),
  }),
  /** `report` is null unless the file came from another tool. */
  response: z.extend(suiteSchema, { report: z.nullable(importReportSchema) }),
  status: 201,
  errors: ['suite_invalid', 'too_much_work', 'limit_reached'],
  idempotent: true,
  changes: 'suites',
});
