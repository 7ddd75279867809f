import type { OperatedOrganization } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Select } from '#/ui/select.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { toast } from '#/ui/toast.ts';
import { setEgress } from './operations.queries.ts';

type Choice = 'all' | 'some';

/** Which of the installation's private addresses an organization reaches. */
export function EgressCard({
  organization: { id, egress },
}: {
  organization: OperatedOrganization;
}) {
  const [choice, setChoice] = useState<Choice>(egress.allow === null ? 'all' : 'some');
  const [lines, setLines] = useState((egress.allow ?? []).join('\n'));
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    setIsSaving(true);
    setFailure(undefined);
    const some = lines.split(/[\n,]/).flatMap((line) => line.trim() || []);
    try {
      const saved = await setEgress(id, choice === 'all' ? null : some);
      setLines((saved.egress.allow ?? []).join('\n'));
      toast({ variant: 'success', title: 'Private addresses saved' });
    } catch (error) {
      const [problem] = error instanceof ApiRequestError ? error.problems : [];
      setFailure(
        problem?.message ?? messageOr(error, 'Failed to save the addresses. Please try again.'),
      );
    } finally {
      setIsSaving(false);
    }
  }

  const options = [
    { value: 'all', label: 'All allowed by the installation' },
    { value: 'some', label: 'Only these' },
  ] as const;
  return (
    <Card
      title="Private addresses"
      subtitle="Private destinations for its suites, webhooks and metadata"
    >
      <form className="flex flex-col gap-5" noValidate onSubmit={save}>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Select<Choice>
          label="Reachable private addresses"
          hint={
            egress.installation.length === 0
              ? 'PARLEY_EGRESS_ALLOW is empty, so organizations reach no private addresses'
              : `PARLEY_EGRESS_ALLOW: ${egress.installation.join(', ')}`
          }
          options={options}
          value={choice}
          onChange={setChoice}
        />
        {choice === 'some' && (
          <Textarea
            label="Addresses"
            hint="host:port or CIDR:port, one per line; leave empty for none. Only what PARLEY_EGRESS_ALLOW names as well is reached"
            rows={4}
            value={lines}
            onChange={({ target }) => setLines(target.value)}
          />
        )}
        <Button type="submit" variant="primary" isLoading={isSaving} className="self-start">
          Save addresses
        </Button>
      </form>
    </Card>
  );
}
