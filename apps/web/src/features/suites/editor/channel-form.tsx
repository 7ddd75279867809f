import {
  type ChannelConfiguration,
  type Opener,
  parseOpener,
  printOpener,
  type ReplyPaths,
} from '@parley/suite';
import { type ReactNode, useId, useState } from 'react';
import { Checkbox } from '#/ui/checkbox.tsx';
import { cx } from '#/ui/cx.ts';
import { DisclosureChevron } from '#/ui/disclosure-item.tsx';
import { Select } from '#/ui/select.tsx';
import { type ChannelField, channelForms } from './channel-fields.ts';
import { numberIn, textIn, textsIn } from './configuration-to-edit.ts';
import { withoutUndefined } from './edit-suite.ts';
import { KeyValueList } from './key-value-list.tsx';
import { NumberSetting, TemplateSetting, TextSetting } from './setting-fields.tsx';

interface ChannelFormProps {
  channel: ChannelConfiguration;
  onChange: (channel: ChannelConfiguration, name?: string) => void;
}

const templateHint = (
  <>
    <code>{'{{text}}'}</code> is the user’s message, and <code>{'{{conversationId}}'}</code>{' '}
    identifies the conversation. Your variables work, too.
  </>
);

/** Form for the settings of a channel, generated from `channelForms`. */
export function ChannelForm({ channel, onChange }: ChannelFormProps) {
  const values: Record<string, unknown> = { ...channel };
  const { fields, shown } = channelForms[channel.kind];
  const folded = fields.filter(({ name }) => !shown.includes(name));
  const setCount = folded.filter(({ name }) => values[name] !== undefined).length;
  const inputOf = (field: ChannelField) => (
    <FieldInput
      key={field.name}
      field={field}
      value={values[field.name]}
      onChange={(value) =>
        onChange(withoutUndefined({ ...channel, [field.name]: value }), `channel ${field.name}`)
      }
    />
  );
  return (
    <div className="flex flex-col gap-5">
      <div className={fieldsClass}>
        {fields.filter(({ name }) => shown.includes(name)).map(inputOf)}
      </div>
      {folded.length > 0 && (
        <MoreSettings count={folded.length} setCount={setCount}>
          {folded.map(inputOf)}
        </MoreSettings>
      )}
    </div>
  );
}

const fieldsClass = 'grid grid-cols-1 gap-x-3 gap-y-5 sm:grid-cols-2';

interface MoreSettingsProps {
  count: number;
  /** Number of collapsed settings that have a value. */
  setCount: number;
  children: ReactNode;
}

/** Settings that few bots need. They are expanded if one of them has a value, until the user collapses them. */
function MoreSettings({ count, setCount, children }: MoreSettingsProps) {
  const [chosen, setChosen] = useState<boolean>();
  // Stays open when the last value is deleted, so that the user can type a new one.
  if (chosen === undefined && setCount > 0) setChosen(true);
  const isOpen = chosen ?? false;
  const id = useId();
  return (
    <div className="border-line border-t pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
        className="-mx-1 flex min-h-8 items-center gap-2 rounded-md px-1 font-medium text-ink text-sm hover:bg-hover pointer-coarse:min-h-11"
      >
        <DisclosureChevron isOpen={isOpen} />
        More settings
        <span className="font-normal text-ink-muted">
          {setCount > 0 ? `${setCount} of ${count} set` : count}
        </span>
      </button>
      <div id={id} hidden={!isOpen} className={isOpen ? cx(fieldsClass, 'pt-4') : undefined}>
        {isOpen && children}
      </div>
    </div>
  );
}

type FieldOf<Type extends ChannelField['type']> = Extract<ChannelField, { type: Type }>;

interface FieldInputProps<Type extends ChannelField['type'] = ChannelField['type']> {
  field: FieldOf<Type>;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A setting, with the control for its type. */
function FieldInput({ field, value, onChange }: FieldInputProps) {
  switch (field.type) {
    case 'text':
    case 'selector':
      return <LineInput field={field} value={value} onChange={onChange} />;
    case 'lines':
    case 'openers':
    case 'template':
    case 'code':
    case 'long text':
      return <BlockInput field={field} value={value} onChange={onChange} />;
    case 'pairs':
      return (
        <div className="sm:col-span-2">
          <KeyValueList
            title={field.label}
            hint={field.hint}
            keyName={field.keyName}
            valueName="Value"
            addLabel={field.addLabel}
            value={textsIn(value)}
            onChange={onChange}
          />
        </div>
      );
    case 'number':
      return (
        <NumberSetting
          label={field.label}
          placeholder={field.placeholder}
          min={field.min}
          max={field.max}
          isWhole={!field.hasFractions}
          value={numberIn(value)}
          onChange={onChange}
        />
      );
    case 'flag':
      return <FlagInput field={field} value={value} onChange={onChange} />;
    case 'choice':
      return <ChoiceInput field={field} value={value} onChange={onChange} />;
    case 'replies':
      return <RepliesForm replies={textsIn(value) ?? {}} onChange={onChange} />;
    case 'speech':
      return <SpeechForm value={value} onChange={onChange} />;
    case 'network':
      return <NetworkForm value={value} onChange={onChange} />;
  }
}

/** A single-line setting. */
function LineInput({ field, value, onChange }: FieldInputProps<'text' | 'selector'>) {
  const isWide = field.type === 'text' && field.isWide;
  return (
    <TextSetting
      label={field.label}
      placeholder={field.placeholder}
      hint={field.hint}
      value={textIn(value)}
      onChange={(next) => onChange(field.isRequired ? (next ?? '') : next)}
      className={cx(
        field.type === 'selector' && '[&_input]:font-mono [&_input]:text-xs',
        isWide && 'sm:col-span-2',
      )}
    />
  );
}

/** A multi-line setting, stored as a list or a text. */
function BlockInput(
  props: FieldInputProps<'lines' | 'openers' | 'template' | 'code' | 'long text'>,
) {
  const { field, value, onChange } = props;
  const isOpeners = field.type === 'openers';
  const isList = field.type === 'lines' || isOpeners;
  const text = textIn(value);
  const printItem = (item: unknown) => (isOpeners ? printOpener(item as Opener) : String(item));
  return (
    <TemplateSetting
      label={field.label}
      hint={field.type === 'template' ? templateHint : field.hint}
      placeholder={field.placeholder}
      value={isList && Array.isArray(value) ? value.map(printItem).join('\n') : text}
      onChange={(next) => onChange(readBlock(field.type, next))}
      className={cx(
        !isList && 'sm:col-span-2',
        field.type !== 'long text' && '[&_textarea]:font-mono [&_textarea]:text-xs',
      )}
    />
  );
}

function readBlock(type: ChannelField['type'], text: string | undefined): unknown {
  if (type === 'openers') return linesOf(text)?.map(parseOpener);
  return type === 'lines' ? linesOf(text) : text;
}

function FlagInput({ field, value, onChange }: FieldInputProps<'flag'>) {
  const { value: whenChecked = true } = field;
  return (
    <Checkbox
      label={field.label}
      checked={textIn(value) === String(whenChecked)}
      onChange={({ target }) => onChange(target.checked ? whenChecked : undefined)}
    />
  );
}

/** A setting with options. The first option is the default and is omitted from the suite's text. */
function ChoiceInput({ field, value, onChange }: FieldInputProps<'choice'>) {
  return (
    <Select
      label={field.label}
      options={field.options.map((option) => ({ value: option, label: option }))}
      value={textIn(value) ?? field.options[0] ?? ''}
      onChange={(option) => onChange(option === field.options[0] ? undefined : option)}
      className={field.options.some(({ length }) => length > 8) ? 'w-44' : 'w-24'}
    />
  );
}

function linesOf(text: string | undefined): string[] | undefined {
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  return filled.length > 0 ? filled : undefined;
}

interface SettingsGroupProps {
  title: string;
  hint: string;
  /** True for settings that are paths or code. */
  isCode?: boolean;
  children: ReactNode;
}

/** Settings that belong together, under a title of their own. */
function SettingsGroup({ title, hint, isCode = false, children }: SettingsGroupProps) {
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="font-medium text-ink text-sm">{title}</legend>
      <p className="mt-0.5 mb-2 text-ink-muted text-xs">{hint}</p>
      <div
        className={cx(
          'grid grid-cols-1 gap-3 sm:grid-cols-3',
          isCode && '[&_input]:font-mono [&_input]:text-xs',
        )}
      >
        {children}
      </div>
    </fieldset>
  );
}

interface RepliesFormProps {
  replies: ReplyPaths;
  onChange: (replies: ReplyPaths | undefined) => void;
}

/** Fields for the paths in a response at which replies are found. */
function RepliesForm({ replies, onChange }: RepliesFormProps) {
  const set = (name: keyof ReplyPaths) => (path: string | undefined) => {
    const next: ReplyPaths = withoutUndefined({ ...replies, [name]: path });
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <SettingsGroup
      title="Location of replies"
      hint="Paths into the response. If empty, Parley tries the usual ones."
      isCode
    >
      <TextSetting
        label="Replies"
        placeholder="messages[*]"
        value={replies.list}
        onChange={set('list')}
      />
      <TextSetting
        label="Reply text"
        placeholder="text"
        value={replies.text}
        onChange={set('text')}
      />
      <TextSetting
        label="Reply buttons"
        placeholder="buttons"
        value={replies.buttons}
        onChange={set('buttons')}
      />
    </SettingsGroup>
  );
}

interface SettingsFormProps {
  value: unknown;
  onChange: (settings: Record<string, unknown> | undefined) => void;
}

/** Fields for noise behind our voice, and for losses and delays of our packets. */
function SpeechForm({ value, onChange }: SettingsFormProps) {
  const { settings: speech, set } = settingsOf({ value, onChange });
  return (
    <SettingsGroup
      title="Conditions of our speech"
      hint="Noise is a recording of the project and needs a level. Keys are never disturbed. The same seed loses the same packets."
    >
      <TextSetting
        label="Noise"
        placeholder="street.wav"
        value={textIn(speech.noise)}
        onChange={set('noise')}
      />
      {speechNumbers.map(({ name, ...field }) => (
        <NumberSetting key={name} {...field} value={numberIn(speech[name])} onChange={set(name)} />
      ))}
    </SettingsGroup>
  );
}

const speechNumbers = [
  { name: 'snrDb', label: 'Speech above noise (dB)', min: -10, max: 60, isWhole: false },
  { name: 'lossPercent', label: 'Lost packets (%)', min: 0.1, max: 50, isWhole: false },
  { name: 'jitterMs', label: 'Jitter (ms)', min: 1, max: 500, isWhole: true },
  { name: 'seed', label: 'Seed', placeholder: '1', min: 0, max: 2 ** 32 - 1, isWhole: true },
];

/** What the network score of a call assumes. */
function NetworkForm({ value, onChange }: SettingsFormProps) {
  const { settings: network, set } = settingsOf({ value, onChange });
  return (
    <SettingsGroup
      title="Connection of callers"
      hint="Cannot be measured in a call, but decides how good it sounds. Checks such as “network mos > 3.8” need it."
    >
      <NumberSetting
        label="Delay from mouth to ear (ms)"
        min={1}
        max={500}
        isWhole
        value={numberIn(network.delayMs)}
        onChange={set('delayMs')}
      />
      <Select
        label="Phones conceal losses"
        options={concealmentOptions}
        value={textIn(network.lossConcealment) ?? ''}
        onChange={(chosen) => set('lossConcealment')(chosen === '' ? undefined : chosen === 'true')}
        className="w-36"
      />
    </SettingsGroup>
  );
}

const concealmentOptions = [
  { value: '', label: 'Unknown' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Splits a setting that consists of several. Those that are not edited stay as written. */
function settingsOf({ value, onChange }: SettingsFormProps) {
  const settings: Record<string, unknown> = typeof value === 'object' ? { ...value } : {};
  const set = (name: string) => (entered: string | number | boolean | undefined) => {
    const next = withoutUndefined({ ...settings, [name]: entered });
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return { settings, set };
}
