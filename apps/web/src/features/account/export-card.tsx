import { account } from '@parley/contract';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { saveFile } from '#/lib/save-file.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { toast } from '#/ui/toast.ts';
import { useProof } from './use-proof.tsx';

export function ExportCard() {
  const { userId } = useScope();
  const { withProof, dialog } = useProof();
  const [isLoading, setIsLoading] = useState(false);

  async function download() {
    setIsLoading(true);
    try {
      const stored = await call(account.exportAccount, { params: { id: userId } });
      const text = JSON.stringify(stored, null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), 'parley-account.json');
    } catch (error) {
      const title = messageOr(error, 'Failed to export your data. Please try again.');
      toast({ variant: 'destructive', title });
    } finally {
      setIsLoading(false);
    }
  }

  return (
    <Card title="Your data" subtitle="All data about you, as one JSON file">
      <p className="mb-4 max-w-prose text-ink-muted text-sm">
        Profile, sign-in methods, memberships, sessions, API keys without their secret, feedback and
        the runs you started. Test suites and results belong to the organization; export them there.
      </p>
      <Button isLoading={isLoading} onClick={() => void withProof(download)}>
        Download my data
      </Button>
      {dialog}
    </Card>
  );
}
