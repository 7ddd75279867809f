import { type Webhook, type WebhookEvent, webhooks } from '@parley/contract';
import { useId, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Checkbox } from '#/ui/checkbox.tsx';
import { describedBy, FieldMessage } from '#/ui/field-frame.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDraft } from '#/ui/use-draft.ts';
import { SigningSecret } from './signing-secret.tsx';
import { webhookEventLabels } from './webhook-event-labels.ts';
import { createWebhook, updateWebhook } from './webhooks.queries.ts';

interface WebhookDialogProps {
  /** Undefined to create a webhook. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

interface WebhookDraft {
  name: string;
  url: string;
  events: WebhookEvent[];
  isEnabled: boolean;
}

export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const scope = useScope();
  const { draft, change, isDirty } = useDraft<WebhookDraft>(() => ({
    name: webhook?.name ?? '',
    url: '',
    events: webhook?.events ?? ['run.finished'],
    isEnabled: webhook?.isEnabled ?? true,
  }));
  const [secret, setSecret] = useState<string>();
  const [isChecked, setIsChecked] = useState(false);
  const save = useChange({
    run: async (input: WebhookDraft) => {
      const { name, events, isEnabled } = input;
      const url = input.url.trim();
      if (!webhook) return createWebhook(scope, { name, url, events, isEnabled });
      const moved = url === '' ? {} : { url };
      await updateWebhook(scope, webhook.id, { name, events, isEnabled, ...moved });
      return undefined;
    },
    failure: 'Failed to save the webhook. Please try again.',
    isProblemShown: true,
    onDone: (created) => (created === undefined ? onClose() : setSecret(created)),
  });
  const mistakes = {
    name: draft.name.trim() === '' ? 'Enter a name' : undefined,
    url: !webhook && draft.url.trim() === '' ? 'Enter an address' : undefined,
    events: draft.events.length === 0 ? 'Choose at least one event' : undefined,
  };

  function submit() {
    setIsChecked(true);
    if (Object.values(mistakes).every((mistake) => mistake === undefined)) void save.start(draft);
  }

  if (secret !== undefined) return <SigningSecret secret={secret} onClose={onClose} />;

  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      description="Parley sends signed JSON to this address when something happens."
      submitLabel={webhook ? 'Save' : 'Add webhook'}
      problem={save.problem}
      isBusy={save.isPending}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="Deployments"
        autoComplete="off"
        maxLength={120}
        value={draft.name}
        error={isChecked ? mistakes.name : undefined}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label="Address"
        placeholder="https://ci.example.com/hooks/parley"
        hint={webhook ? `Leave empty to keep ${webhook.urlShown}` : 'Receives JSON by POST'}
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        error={isChecked ? mistakes.url : undefined}
        onChange={({ target }) => change({ url: target.value })}
      />
      <EventChoice
        chosen={draft.events}
        error={isChecked ? mistakes.events : undefined}
        onChange={(events) => change({ events })}
      />
      <Checkbox
        label="Send messages to this webhook"
        checked={draft.isEnabled}
        onChange={({ target }) => change({ isEnabled: target.checked })}
      />
    </FormDialog>
  );
}

interface EventChoiceProps {
  chosen: WebhookEvent[];
  error: string | undefined;
  onChange: (chosen: WebhookEvent[]) => void;
}

function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const id = useId();
  const toggle = (event: WebhookEvent, isChosen: boolean) =>
    onChange(
      webhooks.webhookEvents.filter((each) => (each === event ? isChosen : chosen.includes(each))),
    );
  return (
    <fieldset aria-describedby={describedBy(id, { error })} className="flex flex-col gap-1">
      <legend className="mb-1.5 font-medium text-ink text-sm">Events</legend>
      <div className="grid grid-cols-1 gap-1 sm:grid-cols-2">
        {webhooks.webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={webhookEventLabels[event]}
            checked={chosen.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
      </div>
      <FieldMessage id={id} error={error} />
    </fieldset>
  );
}
