import type { Device } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDraft } from '#/ui/use-draft.ts';
import { type DeviceDraft, type DraftErrors, newDraft, readDraft } from './device-draft.ts';
import { DeviceFields } from './device-fields.tsx';
import { devicePlatforms, usePlanPlatforms } from './device-platforms.ts';
import { createDevice, type DeviceInput } from './devices.queries.ts';
import { platforms } from './platforms.tsx';

const hints = {
  webchat: 'A visitor with a browser and a language',
  phone: 'A caller with a number and a voice',
} as const;

interface CreateDeviceDialogProps {
  onClose: () => void;
  onCreated: (device: Device) => void;
}

export function CreateDeviceDialog({ onClose, onCreated }: CreateDeviceDialogProps) {
  const scope = useScope();
  const locales = useSettingsStore((state) => state.locales);
  const { draft, change, isDirty } = useDraft(() => newDraft(locales));
  const [errors, setErrors] = useState<DraftErrors>({});
  const create = useChange({
    run: (input: DeviceInput) => createDevice(scope, input),
    failure: 'Failed to create virtual device',
    isProblemShown: true,
    onDone: (device) => onCreated(device),
  });

  function save() {
    const { input, errors = {} } = readDraft(draft);
    setErrors(errors);
    if (input) void create.start(input);
    else create.reset();
  }

  return (
    <FormDialog
      title="New virtual device"
      description="The identity a test suite uses with a bot or phone line."
      problem={create.problem}
      submitLabel="Create device"
      isBusy={create.isPending}
      isDirty={isDirty}
      onSubmit={save}
      onClose={onClose}
    >
      <PlatformChoice draft={draft} onChange={change} />
      <TextField
        label="Name"
        placeholder={draft.platform === 'webchat' ? 'Visitor on a phone' : 'Caller from Boston'}
        autoComplete="off"
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <DeviceFields draft={draft} errors={errors} onChange={change} />
    </FormDialog>
  );
}

interface PlatformChoiceProps {
  draft: DeviceDraft;
  onChange: (draft: DeviceDraft) => void;
}

/** Selects the platform of a new device, which cannot change later. Platforms outside the plan are marked. */
function PlatformChoice({ draft, onChange }: PlatformChoiceProps) {
  const included = usePlanPlatforms();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink text-sm">Platform</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {devicePlatforms.map((platform) => {
          const { label, Icon } = platforms[platform];
          const isIncluded = included.includes(platform);
          return (
            <label
              key={platform}
              className="flex items-start gap-2.5 rounded-md p-3 ring-1 ring-line-control ring-inset transition-colors hover:bg-hover has-checked:bg-accent-soft has-disabled:opacity-60 has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="platform"
                value={platform}
                checked={draft.platform === platform}
                disabled={!isIncluded}
                onChange={() => onChange({ ...draft, platform })}
                className="sr-only"
              />
              <Icon className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden />
              <span>
                <span className="block font-medium text-ink text-sm">{label}</span>
                <span className="block text-ink-muted text-xs">
                  {isIncluded ? hints[platform] : 'Not part of your plan'}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
