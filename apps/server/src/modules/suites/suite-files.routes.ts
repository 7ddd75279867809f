import * as contract from '@parley/contract';
import { create as contentDisposition } from 'content-disposition';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { pooledWork, type WorkPool } from '../../platform/work-pool/work-pool.ts';
import { linkedSource } from '../libraries/libraries.ts';
import { createSuite } from './create-suite.ts';
import { fileNameOf } from './file-names.ts';
import { shortLengthMax } from './parsed-suite.ts';
import { presentSuite } from './present-suite.ts';
import { readImport, suiteNameOf } from './read-import.ts';
import { sourceShownTo } from './source-shown-to.ts';
import { findSuite } from './suites.queries.ts';
import { type SuiteToWrite, writeSuiteFile } from './write-suite-file.ts';

const endpoints = contract.suites;

const writing = pooledWork<typeof writeSuiteFile>(
  './write-suite-file.ts',
  import.meta.url,
  'writeSuiteFile',
);

const kinds: Record<contract.SuiteFileFormat, { ending: string; mediaType: string }> = {
  zip: { ending: '.e2e.zip', mediaType: 'application/zip' },
  excel: {
    ending: '.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  botscript: { ending: '.botscript.zip', mediaType: 'application/zip' },
  rasa: { ending: '.rasa.yml', mediaType: 'application/yaml' },
};

export function suiteFilesRoutes({ pool, config }: Platform): Route[] {
  return [
    route(endpoints.downloadSuite, async ({ scope, params, query, reply }) => {
      const suite = found(await findSuite(scope, params.suiteId));
      const { name } = suite;
      const { ending, mediaType } = kinds[query.format];
      const shown = await sourceShownTo(scope, pool, suite);
      // Other tools have no libraries, so their files get the steps of the blocks.
      const isForeign = query.format === 'botscript' || query.format === 'rasa';
      const source = isForeign ? await linkedSource(scope, { ...suite, ...shown }) : shown.source;
      const content = await contentOf(
        { name, ...shown, source, format: query.format },
        pool,
        scope,
      );
      void reply
        .type(mediaType)
        .header('content-disposition', contentDisposition(`${fileNameOf(name)}${ending}`));
      return Buffer.from(content);
    }),

    preparedRoute(
      endpoints.importSuite,
      ({ body, scope }) => readImport(body, pool, scope),
      async ({ scope, body }, { source, report }) => {
        const { projectId, name = suiteNameOf(body.fileName) } = body;
        const suite = await createSuite(scope, {
          ...{ projectId, name, platform: 'webchat', source },
          bytesMax: config.suiteBytesMax,
        });
        return { ...presentSuite(suite), report };
      },
    ),
  ];
}

async function contentOf(suite: SuiteToWrite, pool: WorkPool, scope: Scope): Promise<Uint8Array> {
  // Even a short workbook takes ten milliseconds.
  const isShort = suite.source.length <= shortLengthMax && suite.format !== 'excel';
  const written = isShort ? await writeSuiteFile(suite) : await pool.run(writing, suite, scope);
  if ('content' in written) return written.content;
  throw new ApiError('suite_invalid', { message: written.refused });
}
