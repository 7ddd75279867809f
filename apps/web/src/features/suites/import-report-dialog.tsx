import type { StoredSuite, SuiteImportReport } from '@parley/contract';
import { parseSuite } from '@parley/suite';
import { useNavigate } from '@tanstack/react-router';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';

export interface ImportedSuite {
  suite: StoredSuite;
  report: SuiteImportReport;
}

const tools = { bespoken: 'Bespoken', botscript: 'Botium BotScript', rasa: 'Rasa' };

/** Reports an import from another tool: what was imported, what could not be converted, and why. */
export function ImportReportDialog({
  imported: { suite, report },
  onClose,
}: {
  imported: ImportedSuite;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { tests, interactions, lossCount } = report;
  const { channel } = parseSuite(suite.source).suite.configuration;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`“${suite.name}” was imported`}
      description={`${counted(tests, 'test')} with ${counted(interactions, 'interaction')} imported from ${tools[report.format]}.`}
      widthPx={640}
    >
      <DialogBody>
        {!channel && (
          <Alert tone="info">
            Next, configure the connection. These files do not contain it, and the suite cannot run
            without it.
          </Alert>
        )}
        {lossCount > 0 && <Losses report={report} />}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          onClick={() =>
            void navigate({ to: '/test-suite/$testSuiteId', params: { testSuiteId: suite.id } })
          }
        >
          Open test suite
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Losses({ report: { losses, lossCount } }: { report: SuiteImportReport }) {
  return (
    <section aria-label="Not imported">
      <h3 className="font-medium text-sm">{counted(lossCount, 'thing')} not imported</h3>
      <ul className="mt-2 divide-y divide-line rounded-md text-sm ring-1 ring-line ring-inset">
        {losses.map(({ file, line, what, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and losses can be alike
          <li key={index} className="px-3 py-2">
            <p className="break-words font-mono text-xs">{what}</p>
            <p className="mt-0.5 text-ink-muted">{reason}</p>
            {file && (
              <p className="mt-0.5 break-all text-ink-faint text-xs">
                {file}
                {line !== undefined && `, line ${line}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {losses.length < lossCount && (
        <p className="mt-2 text-ink-muted text-sm">
          And {lossCount - losses.length} more. For the full list, use{' '}
          <code className="font-mono text-xs">parley import</code>.
        </p>
      )}
    </section>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
