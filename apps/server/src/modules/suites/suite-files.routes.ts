import * as contract from '@parley/contract';
import { parseSuite } from '@parley/suite';
import { create as contentDisposition } from 'content-disposition';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import { preparedRoute, type Route, route } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSuite } from './create-suite.ts';
import { fileNameOf } from './file-names.ts';
import { FileRefused } from './file-refused.ts';
import { presentSuite } from './present-suite.ts';
import { readImport, suiteNameOf } from './read-import.ts';
import { outlineSuite } from './suite-outline.ts';
import { writeSuiteWorkbook } from './suite-workbook.ts';
import { writeSuiteZip } from './suite-zip.ts';
import { findSuite, type SuiteRow } from './suites.queries.ts';
import { writeBotScriptZip, writeRasaTests } from './write-foreign-tests.ts';

const endpoints = contract.suites;

interface DownloadKind {
  ending: string;
  mediaType: string;
  write(suite: SuiteRow): Promise<Uint8Array> | Uint8Array;
}

const kinds: Record<contract.SuiteFileFormat, DownloadKind> = {
  zip: {
    ending: '.e2e.zip',
    mediaType: 'application/zip',
    write: ({ name, source }) => writeSuiteZip(name, source),
  },
  excel: {
    ending: '.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: ({ source }) => writeSuiteWorkbook(outlineSuite(parseSuite(source).suite)),
  },
  botscript: {
    ending: '.botscript.zip',
    mediaType: 'application/zip',
    write: ({ source }) => writeBotScriptZip(source),
  },
  rasa: {
    ending: '.rasa.yml',
    mediaType: 'application/yaml',
    write: ({ source }) => writeRasaTests(source),
  },
};

export function suiteFilesRoutes({ pool }: Platform): Route[] {
  return [
    route(endpoints.downloadSuite, async ({ scope, params, query, reply }) => {
      const suite = found(await findSuite(scope, params.suiteId));
      const { ending, mediaType, write } = kinds[query.format];
      const content = await writeOrRefuse(() => write(suite));
      void reply
        .type(mediaType)
        .header('content-disposition', contentDisposition(`${fileNameOf(suite.name)}${ending}`));
      return Buffer.from(content);
    }),

    preparedRoute(
      endpoints.importSuite,
      ({ body, scope }) => readImport(body, pool, scope.organizationId),
      async ({ scope, body }, { source, report }) => {
        const { projectId, name = suiteNameOf(body.fileName) } = body;
        const suite = await createSuite(scope, { projectId, name, platform: 'webchat', source });
        return { ...presentSuite(suite), report };
      },
    ),
  ];
}

async function writeOrRefuse(write: () => Promise<Uint8Array> | Uint8Array): Promise<Uint8Array> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new ApiError('suite_invalid', { message: error.message });
  }
}
