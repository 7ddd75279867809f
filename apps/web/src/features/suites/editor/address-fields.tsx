import type { ChannelConfiguration } from '@parley/suite';
import { Bot } from 'lucide-react';
import { useInstallation } from '#/lib/installation.ts';
import { Button } from '#/ui/button.tsx';
import { Select } from '#/ui/select.tsx';
import { channelOptions, demoChannel, ofKind } from './channel-fields.ts';
import { ChannelForm } from './channel-form.tsx';

interface AddressFieldsProps {
  channel: ChannelConfiguration;
  onChange: (channel: ChannelConfiguration) => void;
}

/** Fields for the channel and address of a bot, and for other settings that the channel requires. */
export function AddressFields({ channel, onChange }: AddressFieldsProps) {
  const demoBotUrl = useInstallation()?.demoBotUrl;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Select
          label="Channel"
          options={channelOptions}
          value={channel.kind}
          onChange={(kind) => onChange(ofKind(kind, channel))}
          className="min-w-44"
        />
        {demoBotUrl && (
          <Button
            icon={<Bot className="size-4" aria-hidden />}
            onClick={() => onChange(demoChannel(channel.kind, demoBotUrl))}
          >
            Use the demo bot
          </Button>
        )}
      </div>
      <ChannelForm key={channel.kind} channel={channel} onChange={onChange} />
    </>
  );
}
