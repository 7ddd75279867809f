import { account, type MailKind } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailCheck, MailX } from 'lucide-react';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { isSpentLink } from '#/lib/is-spent-link.ts';
import { messageOr } from '#/lib/message-or.ts';
import { usePageTitle } from '#/lib/page-title.ts';
import { queryClient } from '#/lib/query-client.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { StandaloneCard } from '#/ui/standalone-card.tsx';
import { unsubscriptionQuery } from './account.queries.ts';

const kindNames: Record<MailKind, string> = {
  alerts: 'alerts of monitored test suites',
  usage: 'mails about quotas',
  runs: 'results of runs',
};

/** Behind the link of a mail. Opening it changes nothing: programs that check mails open links, too. */
export function UnsubscribeScreen({ token }: { token: string }) {
  usePageTitle('Unsubscribe');
  // Pages for visitors stand outside of what the shell provides.
  const { data, error, refetch } = useQuery(unsubscriptionQuery(token), queryClient);
  const [state, setState] = useState<'asked' | 'asking' | 'done'>('asked');
  const [failure, setFailure] = useState<string>();

  async function unsubscribe() {
    setState('asking');
    setFailure(undefined);
    try {
      await call(account.unsubscribe, { body: { token } });
      setState('done');
    } catch (refused) {
      setFailure(messageOr(refused, 'Something went wrong. Please try again.'));
      setState('asked');
    }
  }

  if (isSpentLink(error))
    return (
      <StandaloneCard
        icon={<MailX />}
        title="This link is not valid"
        actions={
          <Link to="/account" className={buttonClass({ size: 'lg' })}>
            Go to My Account
          </Link>
        }
      >
        {messageOr(error, 'It may be incomplete. Use the link in the mail.')} Sign in to choose your
        mails under My Account.
      </StandaloneCard>
    );
  if (error)
    return (
      <StandaloneCard icon={<MailX />} title="Unsubscribe">
        <RetryAlert what="the link" error={error} onRetry={() => void refetch()} />
      </StandaloneCard>
    );
  if (!data)
    return (
      <StandaloneCard icon={<MailX />} title="Unsubscribe">
        <Spinner label="Reading the link" />
      </StandaloneCard>
    );
  if (state === 'done')
    return (
      <StandaloneCard icon={<MailCheck />} title="Unsubscribed">
        {data.email} gets no more {kindNames[data.kind]}. You can turn them on again under My
        Account.
      </StandaloneCard>
    );
  return (
    <StandaloneCard
      icon={<MailX />}
      title="Unsubscribe"
      actions={
        <Button
          variant="primary"
          size="lg"
          isLoading={state === 'asking'}
          onClick={() => void unsubscribe()}
        >
          Unsubscribe
        </Button>
      }
    >
      Stop {kindNames[data.kind]} to {data.email}?{failure && <p role="alert">{failure}</p>}
    </StandaloneCard>
  );
}
