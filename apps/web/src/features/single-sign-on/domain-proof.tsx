import type { SingleSignOn } from '@parley/contract';
import { useState } from 'react';
import { useProof } from '#/features/account/use-proof.tsx';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { toast } from '#/ui/toast.ts';
import { proveDomain } from './single-sign-on.queries.ts';

/** The DNS record that shows whose domain it is. Until it is found nobody can sign in this way. */
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
  const [failure, setFailure] = useState<string>();

  async function look() {
    setLooking(true);
    setFailure(undefined);
    try {
      await proveDomain(scope);
      toast({ variant: 'success', title: 'Domain proven', description: `${domain} is yours.` });
    } catch (error) {
      setFailure(messageOr(error, 'The record could not be looked up. Try again.'));
    }
    setLooking(false);
  }

  return (
    <section aria-label="Proof of the domain" className="flex flex-col gap-3">
      <Alert tone="warning" title={`Show that ${domain} is yours`}>
        Add this TXT record to your DNS. Until it is found nobody can sign in this way.
      </Alert>
      <CopyField label="Name of the TXT record" value={domainRecord.name} />
      <CopyField label="Value of the TXT record" value={domainRecord.value} />
      {failure && (
        <Alert tone="danger" title="The record was not found">
          {failure} It can take an hour until a new record is seen.
        </Alert>
      )}
      {mayChange && (
        <div>
          <Button variant="primary" isLoading={isLooking} onClick={() => void withProof(look)}>
            Check the record
          </Button>
        </div>
      )}
      {dialog}
    </section>
  );
}
