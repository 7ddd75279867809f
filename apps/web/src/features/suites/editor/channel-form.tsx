import type { ChannelConfiguration, ReplyPaths } from '@parley/suite';
import { Checkbox } from '#/ui/checkbox.tsx';
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

/** The settings of a channel; which there are is data. */
export function ChannelForm({ channel, onChange }: ChannelFormProps) {
  const values: Record<string, unknown> = { ...channel };
  return (
    <div className="grid grid-cols-1 gap-x-3 gap-y-5 sm:grid-cols-2">
      {channelForms[channel.kind].fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) =>
            onChange(withoutUndefined({ ...channel, [field.name]: value }), `channel ${field.name}`)
          }
        />
      ))}
    </div>
  );
}

interface FieldInputProps {
  field: ChannelField;
  value: unknown;
  onChange: (value: unknown) => void;
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const { label } = field;
  const text = textIn(value);
  switch (field.type) {
    case 'text':
      return (
        <TextSetting
          label={label}
          placeholder={field.placeholder}
          hint={field.hint}
          value={text}
          onChange={(next) => onChange(field.isRequired ? (next ?? '') : next)}
          className={field.isWide ? 'sm:col-span-2' : undefined}
        />
      );
    case 'selector':
      return (
        <TextSetting
          label={label}
          placeholder={field.placeholder}
          hint={field.hint}
          value={text}
          onChange={(next) => onChange(field.isRequired ? (next ?? '') : next)}
          className="[&_input]:font-mono [&_input]:text-xs"
        />
      );
    case 'lines':
      return (
        <TemplateSetting
          label={label}
          hint={field.hint}
          placeholder={field.placeholder}
          value={Array.isArray(value) ? value.join('\n') : text}
          onChange={(lines) => onChange(linesOf(lines))}
          className="[&_textarea]:font-mono [&_textarea]:text-xs"
        />
      );
    case 'template':
    case 'code':
    case 'long text':
      return (
        <TemplateSetting
          label={label}
          hint={field.type === 'template' ? templateHint : field.hint}
          placeholder={field.placeholder}
          value={text}
          onChange={onChange}
          className={`sm:col-span-2 ${field.type === 'long text' ? '' : '[&_textarea]:font-mono [&_textarea]:text-xs'}`}
        />
      );
    case 'pairs':
      return (
        <div className="sm:col-span-2">
          <KeyValueList
            title={label}
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
          label={label}
          placeholder={field.placeholder}
          min={field.min}
          max={field.max}
          isWhole={!field.hasFractions}
          value={numberIn(value)}
          onChange={onChange}
        />
      );
    case 'flag': {
      const { value: whenChecked = true } = field;
      return (
        <Checkbox
          label={label}
          checked={text === String(whenChecked)}
          onChange={({ target }) => onChange(target.checked ? whenChecked : undefined)}
        />
      );
    }
    case 'choice':
      return (
        <Select
          label={label}
          options={field.options.map((option) => ({ value: option, label: option }))}
          value={text ?? field.options[0] ?? ''}
          onChange={(option) => onChange(option === field.options[0] ? undefined : option)}
          className={field.options.some(({ length }) => length > 8) ? 'w-44' : 'w-24'}
        />
      );
    case 'replies':
      return <RepliesForm replies={textsIn(value) ?? {}} onChange={onChange} />;
  }
}

function linesOf(text: string | undefined): string[] | undefined {
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  return filled.length > 0 ? filled : undefined;
}

interface RepliesFormProps {
  replies: ReplyPaths;
  onChange: (replies: ReplyPaths | undefined) => void;
}

/** Location of the replies in a response. */
function RepliesForm({ replies, onChange }: RepliesFormProps) {
  const set = (name: keyof ReplyPaths) => (path: string | undefined) => {
    const next: ReplyPaths = withoutUndefined({ ...replies, [name]: path });
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="font-medium text-ink text-sm">Location of replies</legend>
      <p className="mt-0.5 mb-2 text-ink-muted text-xs">
        Paths into the response. If empty, Parley tries the usual ones.
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3 [&_input]:font-mono [&_input]:text-xs">
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
      </div>
    </fieldset>
  );
}
