import type { SingleSignOn } from '@parley/contract';
import type { ChangeEvent } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogForm } from '#/ui/dialog-form.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDraft } from '#/ui/use-draft.ts';
import { setSingleSignOn } from './single-sign-on.queries.ts';

interface SingleSignOnDialogProps {
  /** The current settings; null if there are none. */
  stored: SingleSignOn | null;
  isOpen: boolean;
  onClose: () => void;
}

export function SingleSignOnDialog({ stored, isOpen, onClose }: SingleSignOnDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={stored ? 'Edit single sign-on' : 'Set up single sign-on'}
      description={
        stored
          ? 'If you change the name, domain, provider or certificate, you must verify the domain again, and everybody who signed in this way is signed out. Sessions started with a password stay. All owners get an email.'
          : 'Your identity provider offers its metadata as a URL or an XML file.'
      }
    >
      <SingleSignOnForm stored={stored} onClose={onClose} />
    </Dialog>
  );
}

type Source = 'url' | 'xml';

const unsaved = 'Failed to save single sign-on. Please try again.';

const sources = [
  { value: 'url', label: 'Metadata URL' },
  { value: 'xml', label: 'Metadata XML' },
] as const;

const fields = ['company', 'domain', 'metadata', 'metadataUrl'] as const;

/** The server's problems by field; `form` is for the whole form. */
type Problems = Partial<Record<(typeof fields)[number] | 'form', string>>;

function SingleSignOnForm({ stored, onClose }: Omit<SingleSignOnDialogProps, 'isOpen'>) {
  const scope = useScope();
  const { draft, change, isDirty } = useDraft(() => ({
    company: stored?.company ?? '',
    domain: stored?.domain ?? '',
    source: 'url' as Source,
    metadataUrl: stored?.metadataUrl ?? '',
    metadata: '',
  }));
  const { company, domain, source, metadataUrl, metadata } = draft;
  const document = source === 'url' ? { metadataUrl } : { metadata };
  const isComplete = [company, domain, ...Object.values(document)].every((text) => text.trim());
  const save = useChange({
    run: () => setSingleSignOn(scope, { company, domain, ...document }),
    failure: unsaved,
    isProblemShown: true,
    done: () => ({ title: 'Single sign-on saved' }),
    onDone: onClose,
  });
  const problems = save.error ? problemsOf(save.error) : {};

  return (
    <DialogForm
      problem={problems.form}
      submitLabel="Save"
      isBusy={save.isPending}
      isDirty={isDirty}
      isBlocked={!isComplete}
      onSubmit={() => void (isComplete && save.start())}
    >
      <TextField
        label="Company name"
        autoCapitalize="none"
        spellCheck={false}
        value={company}
        error={problems.company}
        hint="People type it on the sign-in page. It must match your domain: acme, acme-europe or acme.com for acme.com."
        onChange={({ target }) => change({ company: target.value })}
      />
      <TextField
        label="Email domain"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="acme.com"
        value={domain}
        error={problems.domain}
        hint="Only addresses of this domain can sign in."
        onChange={({ target }) => change({ domain: target.value })}
      />
      <SegmentedControl
        label="Metadata source"
        value={source}
        onChange={(next) => change({ source: next })}
        segments={sources}
        className="self-start"
      />
      {source === 'url' ? (
        <TextField
          label="Metadata URL"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://idp.acme.com/metadata.xml"
          value={metadataUrl}
          error={problems.metadataUrl}
          hint="Read once, when you save. Save again after your provider changes its certificate."
          onChange={({ target }) => change({ metadataUrl: target.value })}
        />
      ) : (
        <MetadataField
          value={metadata}
          error={problems.metadata}
          onChange={(text) => change({ metadata: text })}
        />
      )}
    </DialogForm>
  );
}

interface MetadataFieldProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Field for the metadata, which can be pasted or read from a file. */
function MetadataField({ value, error, onChange }: MetadataFieldProps) {
  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) onChange(await file.text());
    target.value = '';
  }

  return (
    <div className="flex flex-col gap-2">
      <Textarea
        label="Metadata XML"
        rows={6}
        spellCheck={false}
        placeholder="<EntityDescriptor …"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
        className="[&_textarea]:font-mono [&_textarea]:text-xs"
      />
      <input
        type="file"
        accept=".xml,application/xml,text/xml"
        aria-label="Metadata file"
        className="text-ink-muted text-sm"
        onChange={(event) => void take(event)}
      />
    </div>
  );
}

function problemsOf(error: unknown): Problems {
  const message = messageOr(error, unsaved);
  if (!(error instanceof ApiRequestError)) return { form: message };
  if (error.code === 'name_taken') return { company: message };
  const problems: Problems = {};
  for (const { path, message: text } of error.problems) {
    problems[fields.find((field) => field === path) ?? 'form'] = text;
  }
  return error.problems.length > 0 ? problems : { form: message };
}
