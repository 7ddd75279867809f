import type { LoadTarget } from '@parley/contract';
import { CircleCheck, ShieldQuestion } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { useChange } from '#/ui/use-change.ts';
import { checkLoadTarget } from './load-tests.queries.ts';

interface TargetCardProps {
  suiteId: string;
  /** Name of the environment; empty for none. */
  environment: string;
  target: LoadTarget;
  /** True if the load exceeds what is allowed for a host without proof of ownership. */
  isProofNeeded: boolean;
}

const provenBy = {
  operator: 'Approved by the operator of this installation.',
  file: 'A file on the host shows that you control it.',
  dns: 'A DNS record shows that you control it.',
};

/**
 * Shows the host that a load test calls. Asks for proof of ownership, because load on somebody else's host would be an
 * attack.
 */
export function TargetCard({ suiteId, environment, target, isProofNeeded }: TargetCardProps) {
  if (target.isProven) {
    return (
      <Card title="Target">
        <p className="flex items-start gap-2 text-sm">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-passed" aria-hidden />
          <span className="min-w-0">
            <span className="block break-all font-medium text-ink">{target.host}</span>
            <span className="text-ink-muted">{target.provenBy && provenBy[target.provenBy]}</span>
          </span>
        </p>
      </Card>
    );
  }
  return (
    <Card title="Target">
      <div className="flex flex-col gap-3 text-sm">
        <p className="flex items-start gap-2">
          <ShieldQuestion className="mt-0.5 size-4 shrink-0 text-error" aria-hidden />
          <span className="min-w-0">
            <span className="block break-all font-medium text-ink">{target.host}</span>
            <span className="text-ink-muted">
              Up to {target.freeTurnsPerSecond} turns per second need no proof. For more, prove that
              you own the host in one of these ways.
            </span>
          </span>
        </p>
        <Proof title="A file" place={target.file.url} content={target.file.content} />
        {target.dns && (
          <Proof title="A DNS TXT record" place={target.dns.name} content={target.dns.value} />
        )}
        <CheckButton suiteId={suiteId} environment={environment} />
        {isProofNeeded && (
          <Alert tone="warning">
            This profile can exceed {target.freeTurnsPerSecond} turns per second. Prove ownership
            first, or use fewer virtual users or a longer think time.
          </Alert>
        )}
      </div>
    </Card>
  );
}

function Proof({ title, place, content }: { title: string; place: string; content: string }) {
  return (
    <dl className="rounded-md bg-sunken p-3">
      <dt className="font-medium text-ink text-xs">{title} at</dt>
      <dd className="break-all font-mono text-ink-muted text-xs">{place}</dd>
      <dt className="mt-2 font-medium text-ink text-xs">containing</dt>
      <dd className="break-all font-mono text-ink-muted text-xs">{content}</dd>
    </dl>
  );
}

function CheckButton({ suiteId, environment }: Pick<TargetCardProps, 'suiteId' | 'environment'>) {
  const scope = useScope();
  const check = useChange({
    run: () => checkLoadTarget(scope, suiteId, environment),
    failure: 'Failed to check the target',
    done: (isProven) =>
      isProven
        ? { variant: 'default', title: 'Ownership confirmed' }
        : {
            variant: 'destructive',
            title: 'No proof was found',
            description: 'Neither the file nor the record contains the text.',
          },
  });
  return (
    <Button isLoading={check.isPending} onClick={() => void check.start()} className="self-start">
      Check now
    </Button>
  );
}
