import type { LoadTarget, StoredSuite } from '@parley/contract';
import { type LoadProfile, peakUsers, turnsPerSecondMax } from '@parley/suite';
import { Link, useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { formatNumber } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { Form } from '#/ui/form.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { type LoadDraft, readDraft } from './load-draft.ts';
import { type LoadTestBody, startLoadTest } from './load-tests.queries.ts';
import { ProfileCurve } from './profile-curve.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { TargetCard } from './target-card.tsx';
import { ThresholdFields } from './threshold-fields.tsx';

interface LoadSetupFormProps {
  suite: StoredSuite;
  /** Name of the environment; empty for none. */
  environment: string;
  /** Names of the tests that are not skipped. */
  tests: readonly string[];
  target: LoadTarget;
  initial: LoadDraft;
  initialTests: readonly string[] | undefined;
}

export function LoadSetupForm(props: LoadSetupFormProps) {
  const { suite, environment, tests, target } = props;
  const { draft, change, left, setLeft, read, isReady, start, submit } = useLoadSetup(props);
  const { profile, thinkTimeMs, errors } = read;
  return (
    <Form
      isBusy={start.isPending}
      onSubmit={submit}
      className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex min-w-0 flex-col gap-5">
        <Card title="Load">
          <ProfileFields draft={draft} errors={errors} onChange={change} />
        </Card>
        <ConversationsCard
          draft={draft}
          error={errors.thinkTime}
          tests={tests}
          left={left}
          onChange={change}
          onLeftChange={setLeft}
        />
        <Card
          title="Thresholds"
          subtitle="The load test fails if it exceeds a threshold. Leave a field empty for no limit."
        >
          <ThresholdFields draft={draft} errors={errors} onChange={change} />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-16">
        <PreviewCard
          draft={draft}
          error={errors.name}
          profile={profile}
          thinkTimeMs={thinkTimeMs}
          onChange={change}
        />
        <TargetCard
          suiteId={suite.id}
          environment={environment}
          target={target}
          isProofNeeded={isProofNeeded(target, profile, thinkTimeMs)}
        />
        {start.problem && (
          <Alert tone="danger" title={start.problem}>
            {start.error instanceof ApiRequestError &&
              (start.error.problems[0]?.message ?? start.error.hint)}
          </Alert>
        )}
        <StartButtons isStarting={start.isPending} isReady={isReady} />
      </div>
    </Form>
  );
}

/** State of the form, its parsed values, and the action that starts the load test. */
function useLoadSetup(props: LoadSetupFormProps) {
  const { suite, environment, tests, target, initial, initialTests } = props;
  const scope = useScope();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(
    new Set(initialTests && tests.filter((name) => !initialTests.includes(name))),
  );
  const change = (part: Partial<LoadDraft>) => setDraft((before) => ({ ...before, ...part }));
  const read = readDraft(draft, target.usersMax);
  const { profile, thinkTimeMs, thresholds, errors } = read;
  const chosen = tests.filter((name) => !left.has(name));
  const start = useChange({
    run: (body: LoadTestBody) => startLoadTest(scope, body),
    failure: 'Failed to start the load test',
    isProblemShown: true,
    onDone: ({ id }) =>
      void navigate({ to: '/load/$loadTestId/monitoring', params: { loadTestId: id } }),
  });
  const isReady = Object.keys(errors).length === 0 && chosen.length > 0;

  function submit() {
    if (!isReady || !profile || thinkTimeMs === undefined) return;
    void start.start({
      suiteId: suite.id,
      ...(environment !== '' && { environment }),
      name: draft.name,
      ...(left.size > 0 && { tests: chosen }),
      profile,
      thinkTimeMs,
      thresholds,
    });
  }

  return { draft, change, left, setLeft, read, isReady, start, submit };
}

/** @returns true if the load might exceed what is allowed for a host without proof of ownership */
function isProofNeeded(
  { isProven, freeTurnsPerSecond }: LoadTarget,
  profile: LoadProfile | undefined,
  thinkTimeMs: number | undefined,
): boolean {
  if (isProven || !profile || thinkTimeMs === undefined) return false;
  // Only the server knows the length of the tests. The form assumes one turn per conversation.
  return turnsPerSecondMax(profile, thinkTimeMs, 1) > freeTurnsPerSecond;
}

function StartButtons({ isStarting, isReady }: { isStarting: boolean; isReady: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        type="submit"
        variant="primary"
        icon={<Play className="size-4" aria-hidden />}
        isLoading={isStarting}
        aria-disabled={!isReady || undefined}
      >
        Start load test
      </Button>
      <Link to="/load" className={buttonClass({ variant: 'ghost' })}>
        Cancel
      </Link>
    </div>
  );
}

interface ConversationsCardProps {
  draft: LoadDraft;
  error: string | undefined;
  tests: readonly string[];
  /** Names of the tests to leave out. */
  left: ReadonlySet<string>;
  onChange: (part: Partial<LoadDraft>) => void;
  onLeftChange: (left: ReadonlySet<string>) => void;
}

/** Selects the tests, and the pauses of virtual users between messages. */
function ConversationsCard(props: ConversationsCardProps) {
  const { draft, error, tests, left, onChange, onLeftChange } = props;
  const chosenCount = tests.filter((name) => !left.has(name)).length;
  return (
    <Card title="Conversations">
      <div className="flex flex-col gap-4">
        <TextField
          label="Think time"
          hint="The pause between a reply and the next message."
          value={draft.thinkTime}
          error={error}
          className="sm:max-w-xs"
          onChange={(event) => onChange({ thinkTime: event.target.value })}
        />
        <fieldset>
          <legend className="mb-1.5 font-medium text-ink text-sm">
            Tests, run in rotation ({chosenCount} of {tests.length})
          </legend>
          <div className="flex max-h-64 flex-col gap-1 overflow-y-auto">
            {tests.map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={!left.has(name)}
                onChange={() => onLeftChange(toggled(left, name))}
              />
            ))}
          </div>
          {chosenCount === 0 && (
            <p role="alert" className="mt-1 text-failed text-xs">
              Select at least one test.
            </p>
          )}
        </fieldset>
      </div>
    </Card>
  );
}

interface PreviewCardProps {
  draft: LoadDraft;
  error: string | undefined;
  profile: LoadProfile | undefined;
  thinkTimeMs: number | undefined;
  onChange: (part: Partial<LoadDraft>) => void;
}

/** Name of the load test and preview of its profile. */
function PreviewCard({ draft, error, profile, thinkTimeMs, onChange }: PreviewCardProps) {
  return (
    <Card title="Preview">
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={draft.name}
          error={error}
          maxLength={120}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        {profile ? (
          <>
            <ProfileCurve profile={profile} />
            <dl className="grid grid-cols-2 gap-3">
              <Figure name="Conversations at once">up to {formatNumber(peakUsers(profile))}</Figure>
              {profile.kind !== 'arrivals' && thinkTimeMs !== undefined && (
                <Figure name="Turns per second">
                  {thinkTimeMs > 0
                    ? `up to ${formatNumber(turnsPerSecondMax(profile, thinkTimeMs, 1))}`
                    : 'as many as your bot can handle'}
                </Figure>
              )}
            </dl>
          </>
        ) : (
          <p className="text-ink-muted text-sm">Fix the load settings to see a preview.</p>
        )}
      </div>
    </Card>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className="text-ink text-sm tabular">{children}</dd>
    </div>
  );
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return next;
}
