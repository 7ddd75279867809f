import { FileUp } from 'lucide-react';
import { type ChangeEvent, Suspense, useRef, useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { base64Of } from '#/lib/base64-of.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';
import { toast } from '#/ui/toast.ts';
import type { ImportedSuite } from './import-report-dialog.tsx';
import { useSuiteList } from './suite-list.store.ts';
import { importSuite } from './suites.queries.ts';

const ImportReportDialog = lazyPart(
  async () => (await import('./import-report-dialog.tsx')).ImportReportDialog,
);

/** Accepted file extensions. The server checks the content. */
const accepted = '.zip,.xlsx,.yml,.yaml,.txt';
const bytesMax = 2 * 1024 * 1024;

/** Creates a test suite from a downloaded file, or from the tests of another tool. */
export function ImportSuite({ projectId }: { projectId: string }) {
  const scope = useScope();
  const input = useRef<HTMLInputElement>(null);
  const [isImporting, setIsImporting] = useState(false);
  const [imported, setImported] = useState<ImportedSuite | null>(null);

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    if (file.size > bytesMax) return refuse('The file is too large', 'The limit is 2 MiB.');
    setIsImporting(true);
    try {
      const content = await base64Of(file);
      const { suite, report } = await importSuite(scope, {
        projectId,
        fileName: file.name,
        content,
      });
      useSuiteList.getState().addSuite(suite);
      if (report) setImported({ suite, report });
      else toast({ variant: 'success', title: `“${suite.name}” was imported` });
    } catch (error) {
      refuse(messageOr(error, 'Failed to import test suite'), firstProblem(error));
    } finally {
      setIsImporting(false);
    }
  }

  return (
    <>
      <Button
        icon={<FileUp className="size-4" aria-hidden />}
        isLoading={isImporting}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        aria-label="File to import"
        tabIndex={-1}
        onChange={(event) => void take(event)}
        className="hidden"
      />
      <Suspense>
        {imported && <ImportReportDialog imported={imported} onClose={() => setImported(null)} />}
      </Suspense>
    </>
  );
}

function refuse(title: string, description?: string): void {
  toast({ variant: 'destructive', title, description });
}

function firstProblem(error: unknown): string | undefined {
  const problem = error instanceof ApiRequestError ? error.problems[0] : undefined;
  if (!problem) return undefined;
  const line = problem.line === undefined ? '' : `Line ${problem.line}: `;
  return `${line}${problem.message} ${problem.hint ?? ''}`.trim();
}
