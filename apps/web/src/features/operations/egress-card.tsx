import type { OperatedOrganization } from '@parley/contract';
import { useState } from 'react';
import { reasonOr } from '#/lib/message-or.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Form } from '#/ui/form.tsx';
import { Select } from '#/ui/select.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useChange } from '#/ui/use-change.ts';
import { setEgress } from './operations.queries.ts';

type Choice = 'all' | 'some';

const unsaved = 'Failed to save the addresses. Please try again.';

/** Selects which of the installation's private addresses an organization can reach. */
export function EgressCard({
  organization: { id, egress },
}: {
  organization: OperatedOrganization;
}) {
  const [choice, setChoice] = useState<Choice>(egress.allow === null ? 'all' : 'some');
  const [lines, setLines] = useState((egress.allow ?? []).join('\n'));
  const save = useChange({
    run: (some: string[]) => setEgress(id, choice === 'all' ? null : some),
    failure: unsaved,
    explain: (error) => ({ title: reasonOr(error, unsaved) }),
    isProblemShown: true,
    done: () => ({ title: 'Private addresses saved' }),
    onDone: ({ egress }) => setLines((egress.allow ?? []).join('\n')),
  });
  const submit = () => void save.start(lines.split(/[\n,]/).flatMap((line) => line.trim() || []));

  const options = [
    { value: 'all', label: 'All allowed by the installation' },
    { value: 'some', label: 'Only these' },
  ] as const;
  return (
    <Card
      title="Private addresses"
      subtitle="Private destinations for its suites, webhooks and metadata"
    >
      <Form isBusy={save.isPending} onSubmit={submit} className="flex flex-col gap-5">
        {save.problem && <Alert tone="danger">{save.problem}</Alert>}
        <Select<Choice>
          label="Reachable private addresses"
          hint={
            egress.installation.length === 0
              ? 'PARLEY_EGRESS_ALLOW is empty, so organizations can’t reach private addresses'
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
        <Button type="submit" variant="primary" isLoading={save.isPending} className="self-start">
          Save addresses
        </Button>
      </Form>
    </Card>
  );
}
