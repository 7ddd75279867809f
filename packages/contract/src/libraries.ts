/** Libraries: blocks that all suites of a project can use. A project has one text of them. */
import { blockNameLengthMax, libraryLengthMax } from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint, fileBodyBytesMax } from './endpoint.ts';
import { id, text, timestamp, version } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/library';

export const librarySchema = z.object({
  projectId: id,
  /** The text of blocks; empty if the project has no library. */
  source: z.string(),
  /** True if credentials are replaced by `***`, because the caller cannot edit suites. */
  isMasked: z.optional(z.literal(true)),
  /** Increases with each change; 0 if the project never had a library. */
  version: z.number(),
  modifiedAt: z.nullable(timestamp),
  /** The library of the project above, which suites use while this project has none; otherwise null. */
  inherited: z.nullable(z.object({ projectId: id, source: z.string() })),
});

export type Library = z.output<typeof librarySchema>;

export const libraryInput = z.object({
  source: text(libraryLengthMax),
  /** The version that the change is based on. An outdated version causes `conflict`. */
  version: z.optional(version),
});

export const libraryErrors = ['suite_invalid', 'conflict', 'too_much_work'] as const;

export const getLibrary = endpoint({
  method: 'GET',
  path: base,
  summary: 'Get the library of blocks of a project',
  access: { organization: 'suites.read' },
  response: librarySchema,
});

export const updateLibrary = endpoint({
  method: 'PUT',
  path: base,
  summary:
    'Replace the library of blocks of a project; suites that use a missing block have an error',
  access: { organization: 'suites.write' },
  bodyBytesMax: fileBodyBytesMax,
  body: libraryInput,
  response: librarySchema,
  errors: libraryErrors,
});

/** Number of suites that are searched for uses of blocks. */
export const suitesSearchedForUses = 1_000;

export const libraryUseSchema = z.object({
  block: z.string(),
  suiteId: id,
  suiteName: z.string(),
  /** Number of places in the suite that use the block. */
  count: z.number(),
});

export type LibraryUse = z.output<typeof libraryUseSchema>;

export const listLibraryUses = endpoint({
  method: 'GET',
  path: `${base}/uses`,
  summary: 'List the suites that use blocks of the library',
  access: { organization: 'suites.read' },
  response: z.object({
    uses: z.array(libraryUseSchema),
    /** False if there are too many suites to search all of them. */
    isComplete: z.boolean(),
  }),
});

export const renameBlock = endpoint({
  method: 'POST',
  path: `${base}/rename`,
  summary:
    'Rename a block of the library and all of its uses, or nothing if one of them cannot be renamed',
  access: { organization: 'suites.write' },
  body: z.object({
    from: text(blockNameLengthMax),
    to: text(blockNameLengthMax),
    version: z.optional(version),
  }),
  response: z.object({
    library: librarySchema,
    /** Names of the suites whose uses were renamed. */
    suites: z.array(z.string()),
  }),
  errors: libraryErrors,
  changes: 'suites',
});
