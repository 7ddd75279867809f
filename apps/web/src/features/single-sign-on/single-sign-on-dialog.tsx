import type { SingleSignOn } from '@parley/contract';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { toast } from '#/ui/toast.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { setSingleSignOn } from './single-sign-on.queries.ts';

interface SingleSignOnDialogProps {
  /** What the form begins with. */
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
          ? 'If you change the name, domain, provider or certificate, you must verify the domain again, and everybody who signed in this way is signed out. Sessions started with a password stay. All owners get a mail.'
          : 'Your identity provider offers its metadata as a URL or an XML file.'
      }
    >
      <SingleSignOnForm stored={stored} onClose={onClose} />
    </Dialog>
  );
}

type Source = 'url' | 'xml';

const sources = [
  { value: 'url', label: 'Metadata URL' },
  { value: 'xml', label: 'Metadata XML' },
] as const;

const fields = ['company', 'domain', 'metadata', 'metadataUrl'] as const;

/** What the server says of each field, and of the whole. */
type Problems = Partial<Record<(typeof fields)[number] | 'form', string>>;

function SingleSignOnForm({ stored, onClose }: Omit<SingleSignOnDialogProps, 'isOpen'>) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const [company, setCompany] = useState(stored?.company ?? '');
  const [domain, setDomain] = useState(stored?.domain ?? '');
  const [source, setSource] = useState<Source>('url');
  const [metadataUrl, setMetadataUrl] = useState(stored?.metadataUrl ?? '');
  const [metadata, setMetadata] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [isSaving, setSaving] = useState(false);
  const document = source === 'url' ? { metadataUrl } : { metadata };
  const isComplete = [company, domain, ...Object.values(document)].every((text) => text.trim());

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isSaving) return;
    setSaving(true);
    setProblems({});
    try {
      await setSingleSignOn(scope, { company, domain, ...document });
      toast({ variant: 'success', title: 'Single sign-on saved' });
      done();
    } catch (error) {
      setProblems(problemsOf(error));
    }
    setSaving(false);
  }

  return (
    <form className="contents" onSubmit={(event) => void save(event)}>
      <DialogBody>
        {problems.form && <Alert tone="danger">{problems.form}</Alert>}
        <TextField
          label="Company name"
          autoCapitalize="none"
          spellCheck={false}
          value={company}
          error={problems.company}
          hint="People type it on the sign-in page. It must match your domain: acme, acme-europe or acme.com for acme.com."
          onChange={(event) => setCompany(event.target.value)}
        />
        <TextField
          label="Email domain"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="acme.com"
          value={domain}
          error={problems.domain}
          hint="Only addresses of this domain can sign in."
          onChange={(event) => setDomain(event.target.value)}
        />
        <SegmentedControl
          label="Metadata source"
          value={source}
          onChange={setSource}
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
            onChange={(event) => setMetadataUrl(event.target.value)}
          />
        ) : (
          <MetadataField value={metadata} error={problems.metadata} onChange={setMetadata} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isLoading={isSaving} disabled={!isComplete}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}

interface MetadataFieldProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Pasted or from a file. */
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
  const message = messageOr(error, 'Failed to save single sign-on. Please try again.');
  if (!(error instanceof ApiRequestError)) return { form: message };
  if (error.code === 'name_taken') return { company: message };
  const problems: Problems = {};
  for (const { path, message: text } of error.problems) {
    problems[fields.find((field) => field === path) ?? 'form'] = text;
  }
  return error.problems.length > 0 ? problems : { form: message };
}
