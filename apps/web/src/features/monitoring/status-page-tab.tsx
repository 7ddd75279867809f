import { roleAllows, type StatusPageSettings } from '@parley/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { toast } from '#/ui/toast.ts';
import { monitorsQuery, saveStatusPage, statusPageQuery } from './monitoring.queries.ts';
import { StatusView } from './status-view.tsx';

/** Settings of the public status page: which suites it shows, and whether it is public. */
export function StatusPageTab() {
  const query = useQuery(statusPageQuery(useScope()));
  const role = useMyRole();
  const mayChange = role !== undefined && roleAllows(role, 'organization.manage');
  const { data } = query;
  return (
    <ListFrame query={query} what="the status page">
      {/* Also shown if a refetch failed, so that the user's input stays. */}
      {data !== undefined && mayChange && <SettingsCard stored={data?.settings} url={data?.url} />}
      {data === null && !mayChange && (
        <Alert tone="info" title="No status page yet">
          Owners and administrators can create one.
        </Alert>
      )}
      {data && (
        <Card
          title="Preview"
          actions={<Badge>{data.settings.isPublic ? 'Public' : 'Private'}</Badge>}
        >
          <StatusView page={data.page} />
        </Card>
      )}
    </ListFrame>
  );
}

interface SettingsCardProps {
  stored: StatusPageSettings | undefined;
  url: string | undefined;
}

function SettingsCard({ stored, url }: SettingsCardProps) {
  const scope = useScope();
  const organization = useOrgStore((state) => state.currentOrganization?.name) ?? '';
  const [draft, setDraft] = useState<StatusPageSettings>(
    () => stored ?? emptySettings(organization),
  );
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setIsSaving] = useState(false);
  const change = (part: Partial<StatusPageSettings>) => setDraft({ ...draft, ...part });
  const problem = problemsOf(failure);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsSaving(true);
    setFailure(undefined);
    try {
      await saveStatusPage(scope, draft);
      toast({ variant: 'success', title: 'Status page saved' });
    } catch (error) {
      setFailure(error);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Card
      title="Status page"
      subtitle="Shows state, incidents and the last 90 days of the test suites you choose. Conversations are never shown."
    >
      <form className="flex flex-col gap-4" noValidate onSubmit={(event) => void submit(event)}>
        {problem.other && <Alert tone="danger">{problem.other}</Alert>}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Title"
            value={draft.title}
            error={problem.title}
            maxLength={120}
            autoComplete="off"
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextField
            label="Address"
            hint={`${location.origin}/status/…`}
            value={draft.slug}
            error={problem.slug}
            maxLength={48}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change({ slug: target.value.toLowerCase() })}
          />
        </div>
        <SuiteChoice chosen={draft.suites} onChange={(suites) => change({ suites })} />
        <Checkbox
          label="Public: anyone with the address can see it"
          checked={draft.isPublic}
          onChange={({ target }) => change({ isPublic: target.checked })}
        />
        <Checkbox
          label="Allow search engines to list it"
          checked={draft.isListed}
          disabled={!draft.isPublic}
          onChange={({ target }) => change({ isListed: target.checked })}
        />
        {stored?.isPublic && url && <CopyField label="Page address" value={url} />}
        <Button type="submit" variant="primary" isLoading={isSaving} className="self-start">
          Save
        </Button>
      </form>
    </Card>
  );
}

interface SuiteChoiceProps {
  chosen: StatusPageSettings['suites'];
  onChange: (chosen: StatusPageSettings['suites']) => void;
}

/** Selects monitored suites and their names on the status page. */
function SuiteChoice({ chosen, onChange }: SuiteChoiceProps) {
  const query = useInfiniteQuery(monitorsQuery(useScope()));
  const { data } = query;
  const monitors = data?.pages.flatMap(({ items }) => items) ?? [];
  const labels = new Map(chosen.map(({ suiteId, label }) => [suiteId, label]));
  const monitored = new Set(monitors.map(({ suiteId }) => suiteId));
  // Suites on the page that are no longer monitored or not loaded yet. They can be removed from the page.
  const others = data
    ? chosen.flatMap(({ suiteId, label }) =>
        monitored.has(suiteId) ? [] : [{ suiteId, suiteName: label }],
      )
    : [];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-ink text-sm">Shown test suites</legend>
      {query.isError && (
        <RetryAlert
          what="the monitored test suites"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && monitors.length + others.length === 0 && (
        <p className="text-ink-muted text-sm">No monitored test suites yet.</p>
      )}
      {[...monitors, ...others].map(({ suiteId, suiteName }) => {
        const label = labels.get(suiteId);
        return (
          <div
            key={suiteId}
            className="grid grid-cols-1 items-center gap-x-4 gap-y-1 sm:grid-cols-2"
          >
            <Checkbox
              label={suiteName}
              checked={label !== undefined}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...chosen, { suiteId, label: suiteName }]
                    : chosen.filter((one) => one.suiteId !== suiteId),
                )
              }
            />
            {label !== undefined && (
              <TextField
                label={`Name of ${suiteName} on the page`}
                isLabelHidden
                value={label}
                maxLength={120}
                autoComplete="off"
                onChange={({ target }) =>
                  onChange(
                    chosen.map((one) =>
                      one.suiteId === suiteId ? { suiteId, label: target.value } : one,
                    ),
                  )
                }
              />
            )}
          </div>
        );
      })}
      {query.hasNextPage && (
        <Button size="sm" className="self-start" onClick={() => void query.fetchNextPage()}>
          Load more
        </Button>
      )}
    </fieldset>
  );
}

function emptySettings(organization: string): StatusPageSettings {
  const slug = organization
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 48);
  return { slug, title: organization, isPublic: false, isListed: false, suites: [] };
}

function problemsOf(failure: unknown): { title?: string; slug?: string; other?: string } {
  if (failure === undefined) return {};
  if (failure instanceof ApiRequestError) {
    if (failure.code === 'name_taken') return { slug: failure.detail };
    const [problem] = failure.problems;
    if (problem?.path === 'title' || problem?.path === 'slug')
      return { [problem.path]: problem.message };
    if (problem) return { other: problem.message };
  }
  return { other: messageOr(failure, 'Failed to save the status page') };
}
