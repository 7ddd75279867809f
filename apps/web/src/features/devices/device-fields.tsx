import { catalogue, type Locale } from '@parley/contract';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { browsers } from './browsers.ts';
import { type DeviceDraft, type DraftErrors, visitorDraft, withLocale } from './device-draft.ts';

export interface DeviceFieldsProps {
  draft: DeviceDraft;
  errors: DraftErrors;
  onChange: (draft: DeviceDraft) => void;
}

/** The form fields of a device: common ones and those of its platform. */
export function DeviceFields({ draft, errors, onChange }: DeviceFieldsProps) {
  const locales = useSettingsStore((state) => state.locales);
  const offered = locales.filter((locale) => !catalogue.isDisabled(locale[draft.platform]));
  const locale = offered.find(({ id }) => id === draft.locale);
  const set = (change: Partial<DeviceDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Select
        label="Locale"
        options={offered.map(({ id, label }) => ({ value: id, label }))}
        value={draft.locale}
        error={errors.locale}
        hint={draft.platform === 'webchat' ? 'The visitor’s preferred language.' : undefined}
        onChange={(id) => {
          const next = offered.find((other) => other.id === id);
          if (next) onChange(withLocale(draft, next));
        }}
      />
      {draft.platform === 'webchat' ? (
        <VisitorFields {...{ draft, errors, set }} />
      ) : (
        <CallerFields {...{ draft, errors, set, locale }} />
      )}
      <TextField
        label="Simultaneous conversations"
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        value={draft.concurrencyLimit}
        error={errors.concurrencyLimit}
        hint="For all runs together. Further runs wait."
        onChange={({ target }) => set({ concurrencyLimit: target.value })}
      />
    </>
  );
}

interface PartProps extends Omit<DeviceFieldsProps, 'onChange'> {
  set: (change: Partial<DeviceDraft>) => void;
}

const browserOptions = Object.entries(browsers).map(([value, { label }]) => ({
  value: value as DeviceDraft['browser'],
  label,
}));

function VisitorFields({ draft, errors, set }: PartProps) {
  return (
    <>
      <Select
        label="Browser"
        options={browserOptions}
        value={draft.browser}
        error={errors.browser}
        onChange={(browser) => set(visitorDraft(browser))}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Viewport width"
          type="number"
          inputMode="numeric"
          value={draft.width}
          error={errors.width}
          onChange={({ target }) => set({ width: target.value })}
        />
        <TextField
          label="Viewport height"
          type="number"
          inputMode="numeric"
          value={draft.height}
          error={errors.height}
          onChange={({ target }) => set({ height: target.value })}
        />
      </div>
    </>
  );
}

const callerKinds = [
  { value: 'number', label: 'Phone number' },
  { value: 'sip', label: 'SIP address' },
] as const;

function CallerFields({ draft, errors, set, locale }: PartProps & { locale: Locale | undefined }) {
  const voices = locale?.phone.voices ?? [];
  return (
    <>
      <Select
        label="Voice"
        options={voices.map(({ id, provider }) => ({
          value: id,
          label: id,
          description: provider,
        }))}
        value={voices.some(({ id }) => id === draft.voiceId) ? draft.voiceId : null}
        placeholder="Choose a voice"
        error={errors.voiceId}
        onChange={(voiceId) => set({ voiceId })}
      />
      <div className="flex flex-col items-start gap-3">
        <SegmentedControl
          label="Caller identity"
          segments={callerKinds}
          value={draft.callerKind}
          onChange={(callerKind) => set({ callerKind })}
        />
        {draft.callerKind === 'number' ? (
          <TextField
            className="w-full"
            label="Caller number"
            placeholder="+1 202 555 0123"
            inputMode="tel"
            autoComplete="off"
            value={draft.number}
            error={errors.number}
            hint="The caller number, with country code."
            onChange={({ target }) => set({ number: target.value })}
          />
        ) : (
          <TextField
            className="w-full"
            label="Caller number"
            placeholder="sip:tester@pbx.example.com"
            autoComplete="off"
            spellCheck={false}
            value={draft.address}
            error={errors.address}
            hint="The caller address."
            onChange={({ target }) => set({ address: target.value })}
          />
        )}
      </div>
      <TextField
        label="Trunk (optional)"
        placeholder="sip.example.com:5061"
        autoComplete="off"
        spellCheck={false}
        value={draft.trunk}
        error={errors.trunk}
        hint="SIP host or “twilio”; empty for the default trunk."
        onChange={({ target }) => set({ trunk: target.value })}
      />
    </>
  );
}
