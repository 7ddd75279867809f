import type { TestResult } from '@parley/suite';
import { Copy, FileText, Link2, SquareTerminal } from 'lucide-react';
import { messageOr } from '#/lib/message-or.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useScope } from '#/lib/session/scope.ts';
import { copyText } from '#/ui/copy-text.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { toast } from '#/ui/toast.ts';
import { curlOf } from './curl-of-traffic.ts';
import { evidenceTextQuery } from './runs.queries.ts';
import { addressOfStep } from './step-address.ts';
import { testInMarkdown } from './test-in-markdown.ts';

interface CopyMenuProps {
  runId: string;
  suiteName: string;
  test: TestResult;
  /** Index of the test in the run. */
  index: number;
  /** Index of the failed step; undefined if there is none. */
  failedAt: number | undefined;
}

/** Copies a test as a link, as text for an issue, or as a curl command that repeats the request. */
export function CopyMenu({ runId, suiteName, test, index, failedAt }: CopyMenuProps) {
  const scope = useScope();
  const step = failedAt === undefined ? undefined : failedAt + 1;
  const address = addressOfStep(runId, index + 1, step);
  const traffic = test.steps[failedAt ?? -1]?.evidence?.find(({ kind }) => kind === 'traffic');

  async function copyCurl(evidenceId: string) {
    try {
      const query = evidenceTextQuery(scope, { runId }, evidenceId);
      const command = curlOf(await queryClient.fetchQuery(query));
      if (command) return void copyText(command, 'cURL command copied');
      toast({ variant: 'warning', title: 'This step sent no HTTP request' });
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to load the request') });
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="sm"
          label="Copy this test"
          icon={<Copy className="size-3.5" aria-hidden />}
        />
      }
    >
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyText(address, 'Link copied')}>
        {step === undefined ? 'Link to this test' : `Link to step ${step}`}
      </MenuItem>
      <MenuItem
        icon={<FileText aria-hidden />}
        onSelect={() => void copyText(testInMarkdown(test, suiteName, address), 'Markdown copied')}
      >
        Markdown
      </MenuItem>
      {traffic && (
        <MenuItem
          icon={<SquareTerminal aria-hidden />}
          note="Credentials are masked"
          onSelect={() => void copyCurl(traffic.id)}
        >
          Request as cURL
        </MenuItem>
      )}
    </Menu>
  );
}
