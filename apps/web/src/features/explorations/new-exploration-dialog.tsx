import type { SuiteSummary } from '@parley/contract';
import type { ChannelConfiguration } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeviceSelect } from '#/features/devices/device-select.tsx';
import { EnvironmentSelect } from '#/features/environments/environment-select.tsx';
import { AddressFields } from '#/features/suites/editor/address-fields.tsx';
import { suitesOfPlatformQuery } from '#/features/suites/suites.queries.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Select } from '#/ui/select.tsx';
import { toast } from '#/ui/toast.ts';
import { useChange } from '#/ui/use-change.ts';
import { createExploration, startConversation } from './explorations.queries.ts';

interface NewExplorationDialogProps {
  onClose: () => void;
  onCreated: (explorationId: string) => void;
}

/** Starts an exploration of a test suite's bot, or of a bot whose address the user enters. */
export function NewExplorationDialog({ onClose, onCreated }: NewExplorationDialogProps) {
  const scope = useScope();
  const webchat = useQuery(suitesOfPlatformQuery(scope, 'webchat'));
  const phone = useQuery(suitesOfPlatformQuery(scope, 'phone'));
  const suites = webchat.data && phone.data && [...webchat.data, ...phone.data];
  const hasNoSuite = suites?.length === 0;
  const [choice, setChoice] = useState<'suite' | 'address'>('suite');
  const source = hasNoSuite ? 'address' : choice;
  const [suiteId, setSuiteId] = useState<string | null>(null);
  const [environment, setEnvironment] = useState('');
  const [channel, setChannel] = useState<ChannelConfiguration>({ kind: 'http', url: '' });
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const begin = useChange({
    run: async (bot: Parameters<typeof createExploration>[1]) => {
      const { id } = await createExploration(scope, bot);
      // The exploration exists even if its conversation cannot start. Its page offers another try.
      await startConversation(scope, id).catch((error) =>
        toast({
          variant: 'destructive',
          title: messageOr(error, 'Failed to start the conversation'),
        }),
      );
      return id;
    },
    failure: 'Failed to start the exploration',
    isProblemShown: true,
    onDone: (id) => onCreated(id),
  });

  function submit() {
    setIsMissing(source === 'suite' && suiteId === null);
    if (source === 'address') void begin.start({ channel, ...(deviceId !== null && { deviceId }) });
    else if (suiteId !== null)
      void begin.start({ suiteId, ...(environment !== '' && { environment }) });
    else begin.reset();
  }

  return (
    <FormDialog
      title="New exploration"
      description="Choose the bot or phone line to talk to."
      widthPx={600}
      problem={begin.problem}
      submitLabel="Start talking"
      isBusy={begin.isPending}
      isDirty={suiteId !== null || (channel.kind === 'http' && channel.url !== '')}
      onSubmit={submit}
      onClose={onClose}
    >
      {!hasNoSuite && (
        <SegmentedControl
          label="Bot"
          value={source}
          onChange={setChoice}
          segments={[
            { value: 'suite', label: 'From a test suite' },
            { value: 'address', label: 'Another bot' },
          ]}
          className="self-start"
        />
      )}
      {source === 'suite' ? (
        <SuiteFields
          suites={suites}
          suiteId={suiteId}
          onSuiteChange={(next) => {
            setSuiteId(next);
            setEnvironment('');
          }}
          error={
            webchat.isError || phone.isError
              ? 'Failed to load the test suites'
              : isMissing && suiteId === null && 'Select a test suite.'
          }
          environment={environment}
          onEnvironmentChange={setEnvironment}
        />
      ) : (
        <>
          <AddressFields
            channel={channel}
            onChange={(next) => {
              setChannel(next);
              if (platformOf(next) !== platformOf(channel)) setDeviceId(null);
            }}
          />
          <DeviceSelect
            label="Virtual device"
            platform={platformOf(channel)}
            deviceId={deviceId}
            onChange={setDeviceId}
          />
        </>
      )}
    </FormDialog>
  );
}

interface SuiteFieldsProps {
  /** Undefined until they are loaded. */
  suites: SuiteSummary[] | undefined;
  suiteId: string | null;
  onSuiteChange: (suiteId: string) => void;
  error: string | false;
  environment: string;
  onEnvironmentChange: (name: string) => void;
}

/** Selects the suite whose bot is explored, and the environment that gives it values. */
function SuiteFields(props: SuiteFieldsProps) {
  const { suites, suiteId, onSuiteChange, error, environment, onEnvironmentChange } = props;
  const projectId = suites?.find(({ id }) => id === suiteId)?.projectId;
  return (
    <>
      <Select
        label="Test suite"
        placeholder={suites ? 'Choose a test suite' : 'Loading…'}
        options={(suites ?? []).map(({ id, name, platform }) => ({
          value: id,
          label: platform === 'phone' ? `${name} (phone)` : name,
        }))}
        value={suiteId}
        onChange={onSuiteChange}
        isDisabled={!suites}
        error={error}
        hint="Uses the suite’s connection, headers, variables and virtual device."
      />
      {projectId !== undefined && (
        <EnvironmentSelect
          projectId={projectId}
          value={environment}
          onChange={onEnvironmentChange}
          hint="Gives values to the suite’s connection, such as its address."
        />
      )}
    </>
  );
}

const platformOf = ({ kind }: ChannelConfiguration) => (kind === 'phone' ? 'phone' : 'webchat');
