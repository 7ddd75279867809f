import { account } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { saveFile } from '#/lib/save-file.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useProof } from './use-proof.tsx';

export function ExportCard() {
  const { userId } = useScope();
  const { withProof, dialog } = useProof();
  const download = useChange({
    run: async () => {
      const stored = await call(account.exportAccount, { params: { id: userId } });
      const text = JSON.stringify(stored, null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), 'parley-account.json');
    },
    failure: 'Failed to export your data. Please try again.',
  });

  return (
    <Card title="Your data" subtitle="All data about you, as one JSON file">
      <p className="mb-4 max-w-prose text-ink-muted text-sm">
        Profile, sign-in methods, memberships, sessions, API keys without their secret, feedback and
        the runs you started. Test suites and results belong to the organization; export them there.
      </p>
      <Button
        isLoading={download.isPending}
        onClick={() => void withProof(async () => void (await download.start()))}
      >
        Download my data
      </Button>
      {dialog}
    </Card>
  );
}
