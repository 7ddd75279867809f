import { alerts } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { isSpentLink } from '#/lib/is-spent-link.ts';
import { messageOr } from '#/lib/message-or.ts';
import { usePageTitle } from '#/lib/page-title.ts';
import { queryClient } from '#/lib/query-client.ts';
import { Button } from '#/ui/button.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { StandaloneCard } from '#/ui/standalone-card.tsx';

type Answer = 'confirmed' | 'declined';

interface AlertRecipientScreenProps {
  token: string;
  /** True if the user clicked the link that declines alerts. */
  declines: boolean;
}

/**
 * The page of the links in an email to an alert recipient. Opening it changes nothing, because programs that scan emails also
 * open links.
 */
export function AlertRecipientScreen({ token, declines }: AlertRecipientScreenProps) {
  usePageTitle('Alerts');
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['alert-recipient', token],
      queryFn: () => call(alerts.readAlertRecipient, { query: { token } }),
      retry: false,
    },
    // Pages for visitors are outside the shell, which provides the query client.
    queryClient,
  );
  const [answered, setAnswered] = useState<Answer>();
  const [asking, setAsking] = useState<Answer>();
  const [failure, setFailure] = useState<string>();

  async function answer(given: Answer) {
    setAsking(given);
    setFailure(undefined);
    try {
      await call(alerts.answerAlertRecipient, { body: { token, answer: given } });
      setAnswered(given);
    } catch (refused) {
      setFailure(messageOr(refused, 'Something went wrong. Please try again.'));
    } finally {
      setAsking(undefined);
    }
  }

  if (isSpentLink(error))
    return (
      <StandaloneCard icon={<BellOff />} title="This link is not valid">
        {messageOr(error, 'It may be incomplete. Use the link in the email.')}
      </StandaloneCard>
    );
  if (error)
    return (
      <StandaloneCard icon={<BellRing />} title="Alerts">
        <RetryAlert what="the link" error={error} onRetry={() => void refetch()} />
      </StandaloneCard>
    );
  if (!data)
    return (
      <StandaloneCard icon={<BellRing />} title="Alerts">
        <Spinner label="Reading the link" />
      </StandaloneCard>
    );
  if (answered)
    return (
      <StandaloneCard
        icon={answered === 'confirmed' ? <BellRing /> : <BellOff />}
        title={answered === 'confirmed' ? 'Alerts confirmed' : 'Alerts declined'}
      >
        {data.email} {answered === 'confirmed' ? 'gets alerts' : 'gets no alerts'} from{' '}
        {data.organization}. Use the links in the email to change this.
      </StandaloneCard>
    );
  const button = (given: Answer, label: string) => (
    <Button
      variant={(given === 'declined') === declines ? 'primary' : 'secondary'}
      size="lg"
      isLoading={asking === given}
      onClick={() => void answer(given)}
    >
      {label}
    </Button>
  );
  return (
    <StandaloneCard
      icon={<BellRing />}
      title={`Alerts from ${data.organization}`}
      actions={
        <>
          {button('confirmed', 'Confirm')}
          {button('declined', 'Decline')}
        </>
      }
    >
      {data.organization} wants to send alerts about its monitored test suites to {data.email}.
      {failure && <p role="alert">{failure}</p>}
    </StandaloneCard>
  );
}
