import type { SingleSignOn } from '@parley/contract';
import { useState } from 'react';
import { useProof } from '#/features/account/use-proof.tsx';
import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { toast } from '#/ui/toast.ts';
import { proveDomain } from './single-sign-on.queries.ts';

/** DNS record that proves ownership of the domain. Before it is found, nobody can sign in through the provider. */
export function DomainProof({
  stored: { domain, domainRecord },
  mayChange,
}: {
  stored: SingleSignOn;
  mayChange: boolean;
}) {
  const scope = useScope();
  const { withProof, dialog } = useProof();
  const [isLooking, setLooking] = useState(false);
  const [failure, setFailure] = useState<{ title: string; text: string }>();

  async function look() {
    setLooking(true);
    setFailure(undefined);
    try {
      await proveDomain(scope);
      toast({ variant: 'success', title: 'Domain verified', description: `${domain} is yours.` });
    } catch (error) {
      setFailure(failureOf(error));
    }
    setLooking(false);
  }

  return (
    <section aria-label="Domain verification" className="flex flex-col gap-3">
      <Alert tone="warning" title={`Verify that ${domain} is yours`}>
        Add this TXT record to your DNS. Nobody can sign in this way until the record is found.
      </Alert>
      <CopyField label="TXT record name" value={domainRecord.name} />
      <CopyField label="TXT record value" value={domainRecord.value} />
      {failure && (
        <Alert tone="danger" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      {mayChange && (
        <div>
          <Button variant="primary" isLoading={isLooking} onClick={() => void withProof(look)}>
            Check record
          </Button>
        </div>
      )}
      {dialog}
    </section>
  );
}

/**
 * Explains a failure. If another organization with the proven domain has the company name, the user must choose another name.
 */
function failureOf(error: unknown): { title: string; text: string } {
  const text = messageOr(error, 'Failed to look up the record. Please try again.');
  if (error instanceof ApiRequestError && error.code === 'name_taken') {
    return { title: 'Choose a different company name', text };
  }
  return {
    title: 'Record not found',
    text: `${text} A new record can take up to an hour to appear.`,
  };
}
