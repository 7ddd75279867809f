import type { Device } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Form } from '#/ui/form.tsx';
import { useChange } from '#/ui/use-change.ts';
import { type DeviceDraft, type DraftErrors, draftOf, readDraft } from './device-draft.ts';
import { DeviceFields } from './device-fields.tsx';
import { type DeviceInput, updateDevice } from './devices.queries.ts';

/** Settings of a device, with one button to save them all. */
export function DeviceSettingsCard({ device }: { device: Device }) {
  const scope = useScope();
  const locales = useSettingsStore((state) => state.locales);
  const [draft, setDraft] = useState<DeviceDraft | null>(null);
  const [errors, setErrors] = useState<DraftErrors>({});
  const update = useChange({
    run: ({ locale, concurrencyLimit, settings }: DeviceInput) =>
      updateDevice(scope, device.id, { locale, concurrencyLimit, settings }),
    failure: 'Failed to save the settings',
    isProblemShown: true,
    done: () => ({ title: 'Settings saved' }),
    onDone: discard,
  });

  function discard() {
    setDraft(null);
    setErrors({});
    update.reset();
  }

  function save() {
    if (!draft) return;
    const { input, errors = {} } = readDraft({ ...draft, name: device.name });
    setErrors(errors);
    if (input) void update.start(input);
    else update.reset();
  }

  return (
    <Card title="Settings" subtitle="Changes apply to new runs">
      <Form isBusy={update.isPending} onSubmit={save} className="flex max-w-lg flex-col gap-4">
        {update.problem && <Alert tone="danger">{update.problem}</Alert>}
        <DeviceFields
          draft={draft ?? draftOf(device, locales)}
          errors={errors}
          onChange={setDraft}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            isLoading={update.isPending}
            aria-disabled={!draft}
          >
            Save settings
          </Button>
          {draft && <Button onClick={discard}>Discard</Button>}
        </div>
      </Form>
    </Card>
  );
}
