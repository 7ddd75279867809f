import {
  type AlertChannel,
  type AlertFailureClass,
  type AlertTarget,
  alerts,
} from '@parley/contract';
import { useState } from 'react';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { reasonOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { channelKindLabels } from './channel-kind-labels.ts';
import { createChannel, updateChannel } from './monitoring.queries.ts';

interface ChannelDialogProps {
  /** Undefined to create a channel. */
  channel: AlertChannel | undefined;
  onClose: () => void;
}

type Kind = AlertChannel['kind'];

const kinds = alerts.channelKinds.map((value) => ({ value, label: channelKindLabels[value] }));

const waits = [
  { value: '0', label: 'Immediately' },
  { value: '15', label: 'After 15 minutes, if still failing' },
  { value: '30', label: 'After 30 minutes, if still failing' },
  { value: '60', label: 'After an hour, if still failing' },
  { value: '240', label: 'After 4 hours, if still failing' },
];

const reminders = [
  { value: 'never', label: 'Never' },
  { value: '60', label: 'Every hour' },
  { value: '240', label: 'Every 4 hours' },
  { value: '1440', label: 'Every day' },
];

const targets: Record<Kind, { label: string; hint: string }> = {
  email: { label: 'Recipients', hint: 'Email addresses, separated by commas' },
  webhook: { label: 'Address', hint: 'Receives signed JSON by POST' },
  slack: { label: 'Incoming webhook', hint: 'https://hooks.slack.com/services/…' },
  teams: {
    label: 'Workflow address',
    hint: 'From “Post to a channel when a webhook request is received”',
  },
  pagerduty: { label: 'Integration key', hint: 'From an Events API v2 integration' },
};

function targetOf(kind: Kind, text: string): AlertTarget {
  const value = text.trim();
  if (kind === 'pagerduty') return { kind, routingKey: value };
  if (kind !== 'email') return { kind, url: value };
  const recipients = value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  return { kind, recipients };
}

export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const [name, setName] = useState(channel?.name ?? '');
  const [kind, setKind] = useState<Kind>(channel?.kind ?? 'email');
  const [target, setTarget] = useState('');
  const [classes, setClasses] = useState<AlertFailureClass[]>(channel?.classes ?? []);
  const [afterMinutes, setAfterMinutes] = useState(channel?.afterMinutes ?? 0);
  const [remindEveryMinutes, setRemind] = useState(channel?.remindEveryMinutes ?? null);
  const [isEnabled, setIsEnabled] = useState(channel?.isEnabled ?? true);
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  async function save() {
    setIsSaving(true);
    setFailure(undefined);
    const route = { name, isEnabled, classes, afterMinutes, remindEveryMinutes };
    try {
      if (channel) {
        const moved = target.trim() === '' ? {} : { target: targetOf(kind, target) };
        await updateChannel(scope, channel.id, { ...route, ...moved });
        done();
        return;
      }
      const told = await createChannel(scope, { ...route, target: targetOf(kind, target) });
      if (told === null) done();
      else setSecret(told);
    } catch (error) {
      setFailure(reasonOr(error, 'Failed to save the channel'));
    } finally {
      setIsSaving(false);
    }
  }

  if (secret !== null) return <SigningSecret secret={secret} onClose={onClose} />;

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={channel ? 'Edit channel' : 'Add channel'}
    >
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody>
          {failure && <Alert tone="danger">{failure}</Alert>}
          <TextField
            label="Name"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Select
            label="Send by"
            value={kind}
            options={kinds}
            isDisabled={channel !== undefined}
            onChange={setKind}
          />
          <TextField
            label={targets[kind].label}
            hint={channel ? `Leave empty to keep ${channel.targetShown}` : targets[kind].hint}
            autoComplete="off"
            spellCheck={false}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
          <ClassChoice chosen={classes} onChange={setClasses} />
          <Times
            afterMinutes={afterMinutes}
            onAfter={setAfterMinutes}
            remindEveryMinutes={remindEveryMinutes}
            onRemind={setRemind}
          />
          <Checkbox
            label="Send alerts to this channel"
            checked={isEnabled}
            onChange={(event) => setIsEnabled(event.target.checked)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isSaving}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface TimesProps {
  afterMinutes: number;
  onAfter: (minutes: number) => void;
  remindEveryMinutes: number | null;
  onRemind: (minutes: number | null) => void;
}

/** Selects how long a failure must last before the channel is notified, and how often it is reminded. */
function Times({ afterMinutes, onAfter, remindEveryMinutes, onRemind }: TimesProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Select
        label="When"
        value={String(afterMinutes)}
        options={withOwn(waits, afterMinutes)}
        onChange={(value) => onAfter(Number(value))}
      />
      <Select
        label="Remind"
        value={remindEveryMinutes === null ? 'never' : String(remindEveryMinutes)}
        options={withOwn(reminders, remindEveryMinutes)}
        onChange={(value) => onRemind(value === 'never' ? null : Number(value))}
      />
    </div>
  );
}

/** Adds the current value to the options if it is not among them, because it was set through the API. */
function withOwn(options: { value: string; label: string }[], minutes: number | null) {
  const value = String(minutes);
  if (minutes === null || options.some((option) => option.value === value)) return options;
  return [...options, { value, label: `${minutes} minutes` }];
}

interface ClassChoiceProps {
  chosen: AlertFailureClass[];
  onChange: (chosen: AlertFailureClass[]) => void;
}

function ClassChoice({ chosen, onChange }: ClassChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1.5 font-medium text-ink text-sm">Causes</legend>
      <p className="mb-1 text-ink-muted text-xs">Choose none for all causes.</p>
      <div className="grid grid-cols-1 gap-1 sm:grid-cols-2">
        {alerts.failureClasses.map((each) => (
          <Checkbox
            key={each}
            label={failureClassNames[each]}
            checked={chosen.includes(each)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, each] : chosen.filter((one) => one !== each))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Signing secret"
      description="Shown only once. Your receiver uses it to verify that messages come from Parley."
    >
      <DialogBody>
        <TextField
          label="Secret"
          readOnly
          value={secret}
          className="[&_input]:font-mono"
          onFocus={(event) => event.target.select()}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          I have saved it
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
