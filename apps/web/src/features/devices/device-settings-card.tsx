import type { Device } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { toast } from '#/ui/toast.ts';
import { type DeviceDraft, type DraftErrors, draftOf, readDraft } from './device-draft.ts';
import { DeviceFields } from './device-fields.tsx';
import { updateDevice } from './devices.queries.ts';

/** The settings of a device, saved together. */
export function DeviceSettingsCard({ device }: { device: Device }) {
  const scope = useScope();
  const locales = useSettingsStore((state) => state.locales);
  const [draft, setDraft] = useState<DeviceDraft | null>(null);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  function discard() {
    setDraft(null);
    setErrors({});
    setFailure(undefined);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!draft) return;
    const { input, errors = {} } = readDraft({ ...draft, name: device.name });
    setErrors(errors);
    setFailure(undefined);
    if (!input) return;
    setIsSaving(true);
    try {
      const { locale, concurrencyLimit, settings } = input;
      await updateDevice(scope, device.id, { locale, concurrencyLimit, settings });
      discard();
      toast({ variant: 'success', title: 'Settings saved' });
    } catch (error) {
      setFailure(messageOr(error, 'Failed to save the settings'));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Card title="Settings" subtitle="Changes apply to new runs">
      <form
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex max-w-lg flex-col gap-4"
      >
        {failure && <Alert tone="danger">{failure}</Alert>}
        <DeviceFields
          draft={draft ?? draftOf(device, locales)}
          errors={errors}
          onChange={setDraft}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isLoading={isSaving} aria-disabled={!draft}>
            Save settings
          </Button>
          {draft && <Button onClick={discard}>Discard</Button>}
        </div>
      </form>
    </Card>
  );
}
