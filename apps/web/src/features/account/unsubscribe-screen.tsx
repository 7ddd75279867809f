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
import { Loaded } from '#/ui/loaded.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { StandaloneCard } from '#/ui/standalone-card.tsx';
import { useChange } from '#/ui/use-change.ts';
import { unsubscriptionQuery } from './account.queries.ts';

const kindNames: Record<MailKind, string> = {
  alerts: 'alerts of monitored test suites',
  usage: 'emails about quotas',
  runs: 'results of runs',
};

/** The page of an unsubscribe link. Opening it changes nothing, because programs that scan emails also open links. */
export function UnsubscribeScreen({ token }: { token: string }) {
  usePageTitle('Unsubscribe');
  // Pages for visitors are outside the shell, which provides the query client.
  const query = useQuery(unsubscriptionQuery(token), queryClient);
  const { data, error } = query;
  const [isDone, setIsDone] = useState(false);
  const unsubscribe = useChange({
    run: () => call(account.unsubscribe, { body: { token } }),
    failure: 'Something went wrong. Please try again.',
    isProblemShown: true,
    onDone: () => setIsDone(true),
  });

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
        {messageOr(error, 'It may be incomplete. Use the link in the email.')} Sign in to choose
        your emails under My Account.
      </StandaloneCard>
    );
  if (data && isDone)
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
        data && (
          <Button
            variant="primary"
            size="lg"
            isLoading={unsubscribe.isPending}
            onClick={() => void unsubscribe.start()}
          >
            Unsubscribe
          </Button>
        )
      }
    >
      <Loaded query={query} what="the link" skeleton={<Spinner label="Reading the link" />}>
        {({ kind, email }) => (
          <>
            Stop {kindNames[kind]} to {email}?
            {unsubscribe.problem && <p role="alert">{unsubscribe.problem}</p>}
          </>
        )}
      </Loaded>
    </StandaloneCard>
  );
}
