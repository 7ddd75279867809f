import {
  type ChannelConfiguration,
  judgeNameLengthMax,
  type SuiteConfiguration,
} from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { Bot, MousePointerClick, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { installationQuery } from '#/lib/installation.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { AgentCard } from './agent-card.tsx';
import { channelOptions, demoChannel, ofKind } from './channel-fields.ts';
import { ChannelForm } from './channel-form.tsx';
import { channelToEdit, variablesToEdit } from './configuration-to-edit.ts';
import { DataRowsCard } from './data-rows-card.tsx';
import { DeviceCard } from './device-card.tsx';
import { changeConfiguration } from './edit-suite.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { KeyValueList } from './key-value-list.tsx';
import { type PagePicker, withParts } from './page-picker.ts';
import { ProblemLines } from './problem-lines.tsx';
import type { ProblemsByPlace } from './problems-by-place.ts';
import { RenameNote } from './rename-note.tsx';
import type { Renaming } from './rename-uses.ts';
import { NumberSetting } from './setting-fields.tsx';
import { StrictRulesCard } from './strict-rules-card.tsx';
import type { SuiteRunner } from './suite-runner.ts';
import type { ConnectedBot, TestMessageDialog } from './test-message.ts';
import { TriesCard } from './tries-card.tsx';

interface ConnectionPanelProps {
  problems: ProblemsByPlace['elsewhere'];
  TestMessageDialog: TestMessageDialog;
  PagePicker: PagePicker;
  renderNewlyFailing: SuiteRunner['renderNewlyFailing'];
}

/** Settings of the connection to the bot, and of runs. */
export function ConnectionPanel(props: ConnectionPanelProps) {
  const { problems, TestMessageDialog, PagePicker, renderNewlyFailing } = props;
  const configuration = useEditor(({ suite }) => suite.configuration);
  const editor = useEditorStore();
  const [renaming, setRenaming] = useState<Renaming>();
  const set = (change: Partial<SuiteConfiguration>, name?: string) =>
    editor.getState().edit((suite) => changeConfiguration(suite, change), name);
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <ProblemLines problems={problems} />
      <AgentCard configuration={configuration} onChange={set} />
      {configuration.agent === undefined && (
        <BotCard
          channel={channelToEdit(configuration)}
          TestMessageDialog={TestMessageDialog}
          PagePicker={PagePicker}
          onChange={(channel, name) => set({ channel }, name)}
        />
      )}
      <DeviceCard />
      <Card title="Variables">
        <RenameNote renaming={renaming} onClose={() => setRenaming(undefined)} />
        <KeyValueList
          title="Values"
          hint="Write {{name}} in messages and expectations. Each run fills in the value."
          keyName="name"
          valueName="Value"
          addLabel="Add variable"
          value={variablesToEdit(configuration)}
          onChange={(variables) => set({ variables }, 'variables')}
          onRenamed={(from, to) => setRenaming({ kind: 'name', from, to })}
        />
      </Card>
      <DataRowsCard configuration={configuration} onChange={set} />
      <RunningCard configuration={configuration} onChange={set} />
      <TriesCard configuration={configuration} onChange={set} />
      <StrictRulesCard renderNewlyFailing={renderNewlyFailing} />
    </div>
  );
}

interface BotCardProps {
  channel: ChannelConfiguration | undefined;
  TestMessageDialog: TestMessageDialog;
  PagePicker: PagePicker;
  onChange: (channel: ChannelConfiguration, name?: string) => void;
}

function BotCard(props: BotCardProps) {
  const { channel = { kind: 'http', url: '' }, TestMessageDialog, PagePicker, onChange } = props;
  const [bot, setBot] = useState<ConnectedBot>();
  const [pickedBot, setPickedBot] = useState<ConnectedBot>();
  const connect = useConnectedBot();
  const { data: installation } = useQuery(installationQuery);
  const demoBotUrl = installation?.demoBotUrl;
  return (
    <Card
      title="Bot"
      subtitle="Where the tests send messages"
      actions={
        <>
          {demoBotUrl && (
            <Button
              size="sm"
              icon={<Bot className="size-4" aria-hidden />}
              onClick={() => onChange(demoChannel(channel.kind, demoBotUrl))}
            >
              Use the demo bot
            </Button>
          )}
          <Select
            label="Channel"
            isLabelHidden
            options={channelOptions}
            value={channel.kind}
            onChange={(kind) => onChange(ofKind(kind, channel))}
          />
        </>
      }
    >
      <ChannelForm key={channel.kind} channel={channel} onChange={onChange} />
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          icon={<Send className="size-4" aria-hidden />}
          onClick={() => setBot(connect(channel))}
        >
          Send a test message
        </Button>
        {channel.kind === 'browser' && channel.url !== '' && (
          <Button
            icon={<MousePointerClick className="size-4" aria-hidden />}
            onClick={() => setPickedBot(connect(channel))}
          >
            Pick on the page
          </Button>
        )}
      </div>
      {bot && (
        <Suspense>
          <TestMessageDialog bot={bot} onClose={() => setBot(undefined)} />
        </Suspense>
      )}
      {pickedBot && channel.kind === 'browser' && (
        <Suspense>
          <PagePicker
            bot={pickedBot}
            onPicked={(parts) => onChange(withParts(channel, parts))}
            onClose={() => setPickedBot(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** The bot, with the variables and the device that its channel needs. */
function useConnectedBot() {
  const configuration = useEditor(({ suite }) => suite.configuration);
  const deviceId = useEditor(({ stored }) => stored.deviceId);
  const variables = variablesToEdit(configuration);
  return (channel: ChannelConfiguration): ConnectedBot => ({
    channel,
    ...(variables && { variables }),
    ...(deviceId !== null && { deviceId }),
  });
}

interface RunningCardProps {
  configuration: SuiteConfiguration;
  onChange: (change: Partial<SuiteConfiguration>, name?: string) => void;
}

function RunningCard({ configuration, onChange }: RunningCardProps) {
  const { replyTimeoutMs, concurrency, retries, fuzzyThreshold, stopOnFailure, lenient } =
    configuration;
  const { syntax, judge } = configuration;
  return (
    <Card title="Running">
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <NumberSetting
            label="Wait for a reply (seconds)"
            placeholder="15"
            min={0.1}
            max={600}
            value={replyTimeoutMs === undefined ? undefined : replyTimeoutMs / 1000}
            onChange={(seconds) =>
              onChange(
                { replyTimeoutMs: seconds === undefined ? undefined : Math.round(seconds * 1000) },
                'reply timeout',
              )
            }
          />
          <NumberSetting
            label="Simultaneous tests"
            placeholder="5"
            min={1}
            max={50}
            isWhole
            value={concurrency}
            onChange={(next) => onChange({ concurrency: next }, 'concurrency')}
          />
          <NumberSetting
            label="Retries after a lost connection"
            placeholder="0"
            min={0}
            max={5}
            isWhole
            value={retries}
            onChange={(next) => onChange({ retries: next }, 'retries')}
          />
          <NumberSetting
            label="Minimum similarity (0 to 1)"
            placeholder="0.8"
            min={0}
            max={1}
            value={fuzzyThreshold}
            onChange={(next) => onChange({ fuzzyThreshold: next }, 'fuzzy threshold')}
          />
          {syntax === 2 && (
            <TextField
              label="Judge"
              placeholder="The default judge of the project"
              maxLength={judgeNameLengthMax}
              value={judge ?? ''}
              onChange={({ target }) => onChange({ judge: target.value || undefined }, 'judge')}
            />
          )}
        </div>
        <Checkbox
          label="Stop a test at its first failed step"
          checked={stopOnFailure ?? false}
          onChange={({ target }) => onChange({ stopOnFailure: target.checked || undefined })}
        />
        <Checkbox
          label="Ignore punctuation and repeated spaces"
          checked={lenient ?? false}
          onChange={({ target }) => onChange({ lenient: target.checked || undefined })}
        />
      </div>
    </Card>
  );
}
