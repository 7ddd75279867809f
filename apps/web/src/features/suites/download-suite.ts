import { type SuiteFileFormat, type SuiteSummary, suites } from '@parley/contract';
import { ApiRequestError, call } from '#/lib/api.ts';
import { saveFile } from '#/lib/save-file.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { toast } from '#/ui/toast.ts';

const endings: Record<SuiteFileFormat, string> = {
  zip: '.e2e.zip',
  excel: '.xlsx',
  botscript: '.botscript.zip',
  rasa: '.rasa.yml',
};

/** File name for a suite. Replaces characters that file systems forbid. */
export function downloadName(suiteName: string, format: SuiteFileFormat): string {
  return suiteName.replace(/[/\\:*?"<>|]/g, '-') + endings[format];
}

export async function downloadSuiteFile(
  scope: OrganizationScope,
  suite: Pick<SuiteSummary, 'id' | 'name'>,
  format: SuiteFileFormat,
): Promise<void> {
  try {
    const params = { ...scope, suiteId: suite.id };
    const file = await call(suites.downloadSuite, { params, query: { format } });
    saveFile(file, downloadName(suite.name, format));
  } catch (error) {
    toast({ variant: 'destructive', title: exportFailure(error) });
  }
}

export function exportFailure(error: unknown): string {
  const status =
    error instanceof ApiRequestError
      ? error.message.replace('API request failed: ', '')
      : 'Network error';
  return `Failed to export test suite: ${status}`;
}
