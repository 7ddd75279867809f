import {
  type MonitoringInterval,
  monitoringIntervals,
  planAllowsMonitoring,
  planLacksMonitoring,
  type SuiteSummary,
  statusAllowsCustomSchedule,
  statusLacksCustomSchedule,
} from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { EnvironmentSelect } from '#/features/environments/environment-select.tsx';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { setMonitoring } from '#/features/suites/suites.queries.ts';
import { useInstallation, whoSetsPlans } from '#/lib/installation.ts';
import { reasonOr } from '#/lib/message-or.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { describedBy, FieldMessage } from '#/ui/field-frame.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useDebounced } from '#/ui/use-debounced.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { cronInWords } from './cron-in-words.ts';
import { calendarsQuery, schedulePreviewQuery } from './monitoring.queries.ts';
import {
  closeDraft,
  keepsCustom,
  openDraft,
  type ScheduleDraft,
  withCalendar,
} from './schedule-draft.ts';
import { SchedulePreview } from './schedule-preview.tsx';
import { scheduleProblems } from './schedule-problems.ts';
import { timeZones } from './time-zones.ts';

interface ScheduleDialogProps {
  suite: SuiteSummary;
  onClose: () => void;
}

const previewDelayMs = 300;

const intervalLabels: Record<MonitoringInterval, string> = {
  5: 'Every 5 minutes',
  15: 'Every 15 minutes',
  30: 'Every 30 minutes',
  60: 'Every hour',
  360: 'Every 6 hours',
  1440: 'Every day',
};

const intervals = monitoringIntervals.map((minutes) => ({
  value: String(minutes),
  label: intervalLabels[minutes],
}));

/** State of the schedule form: the draft, its problems, and the action that saves it. */
function useScheduleForm({ suite, onClose }: ScheduleDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const subscription = useOrgStore((state) => state.currentOrganization?.subscription);
  const [isOn, setIsOn] = useState(suite.isMonitoring);
  const [draft, setDraft] = useState(() => openDraft(suite.monitoringConfig));
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();

  const config = closeDraft(suite.monitoringConfig, draft);
  const shown = closeDraft(suite.monitoringConfig, useDebounced(draft, previewDelayMs));
  const preview = useQuery(schedulePreviewQuery(scope, suite.id, shown));
  const problems = { ...scheduleProblems(preview.error), ...scheduleProblems(refusal) };
  const hasProblem = Object.keys(problems).length > 0;
  const isPlanAllowed = planAllowsMonitoring(subscription?.planId);
  const isCustomAllowed = isPlanAllowed && statusAllowsCustomSchedule(subscription?.status);
  const isNewCustom = draft.kind === 'custom' && !keepsCustom(suite.monitoringConfig, draft);

  return {
    isOn,
    draft,
    isSaving,
    /** Why saving failed, unless a field shows the reason. */
    refusal: hasProblem ? undefined : refusal,
    preview,
    problems,
    hasProblem,
    isPlanAllowed,
    lacksCustom: isPlanAllowed && !isCustomAllowed,
    isRefused: isNewCustom && (!isCustomAllowed || hasProblem),
    turn(isWanted: boolean) {
      setRefusal(undefined);
      setIsOn(isWanted);
    },
    change(part: Partial<ScheduleDraft>) {
      setRefusal(undefined);
      setDraft((before) => ({ ...before, ...part }));
    },
    async save() {
      setIsSaving(true);
      setRefusal(undefined);
      try {
        const wanted = { isMonitoring: isOn, monitoringConfig: config };
        const saved = await setMonitoring(scope, suite.id, wanted);
        useSuiteList.getState().updateSuite(saved);
        void queryClient.invalidateQueries({ queryKey: ['monitoring', scope.orgId, 'monitors'] });
        done();
      } catch (error) {
        setRefusal(error);
      } finally {
        setIsSaving(false);
      }
    },
  };
}

/** Edits the schedule of a suite, its exclusions, and the alert rule. */
export function ScheduleDialog({ suite, onClose }: ScheduleDialogProps) {
  const installation = useInstallation();
  const form = useScheduleForm({ suite, onClose });
  const { draft, change, problems, hasProblem, preview } = form;

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Monitoring"
      description={suite.name}
      widthPx={640}
    >
      <DialogBody>
        {form.refusal !== undefined && (
          <Alert tone="danger">{reasonOr(form.refusal, 'Failed to save the schedule')}</Alert>
        )}
        {!form.isPlanAllowed && (
          <Alert tone="info" title={planLacksMonitoring}>
            {whoSetsPlans(installation)} to change the plan.
          </Alert>
        )}
        <Checkbox
          label="Run on a schedule"
          checked={form.isOn}
          disabled={!form.isPlanAllowed && !suite.isMonitoring}
          onChange={(event) => form.turn(event.target.checked)}
        />
        <Times draft={draft} problems={problems} lacksCustom={form.lacksCustom} onChange={change} />
        <EnvironmentSelect
          projectId={suite.projectId}
          value={draft.environment}
          error={problems.environment}
          onChange={(environment) => change({ environment })}
        />
        <CalendarChoice
          chosen={draft.calendarIds}
          error={problems.calendarIds}
          onChange={(calendarIds) => change({ calendarIds })}
        />
        <Select
          label="Tries"
          options={tries}
          value={draft.tries}
          onChange={(value) => change({ tries: value })}
        />
        <AlertRule draft={draft} onChange={change} />
        {preview.isError && !hasProblem && (
          <RetryAlert
            what="the next times"
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        )}
        <SchedulePreview
          preview={hasProblem ? undefined : preview.data}
          isLoading={preview.isPending}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isLoading={form.isSaving}
          aria-disabled={form.isRefused || undefined}
          onClick={() => void form.save()}
        >
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface TimesProps extends CustomTimesProps {
  /** True if the subscription does not include custom schedules. */
  lacksCustom: boolean;
}

function Times({ draft, problems, lacksCustom, onChange }: TimesProps) {
  const installation = useInstallation();
  return (
    <>
      <SegmentedControl
        label="Schedule type"
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
        segments={[
          { value: 'interval', label: 'Interval' },
          { value: 'custom', label: 'Custom' },
        ]}
        className="self-start"
      />
      {draft.kind === 'interval' ? (
        <Select
          label="How often"
          value={String(draft.everyMinutes)}
          options={intervals}
          onChange={(value) => onChange({ everyMinutes: Number(value) as MonitoringInterval })}
        />
      ) : (
        <>
          {lacksCustom && (
            <Alert tone="info" title={statusLacksCustomSchedule}>
              Choose an interval. {whoSetsPlans(installation)} to change the plan. You can still
              view the times here.
            </Alert>
          )}
          <CustomTimes draft={draft} problems={problems} onChange={onChange} />
        </>
      )}
    </>
  );
}

interface CustomTimesProps {
  draft: ScheduleDraft;
  problems: ReturnType<typeof scheduleProblems>;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

function CustomTimes({ draft, problems, onChange }: CustomTimesProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        label="Cron expression"
        hint={cronInWords(draft.cron) ?? 'Minute, hour, day, month, weekday'}
        className="[&_input]:font-mono"
        spellCheck={false}
        autoComplete="off"
        value={draft.cron}
        error={problems.cron}
        onChange={(event) => onChange({ cron: event.target.value })}
      />
      <TextField
        label="Time zone"
        hint="For example Europe/Berlin"
        list="schedule-zones"
        spellCheck={false}
        autoComplete="off"
        value={draft.timeZone}
        error={problems.timeZone}
        onChange={(event) => onChange({ timeZone: event.target.value })}
      />
      <datalist id="schedule-zones">
        {timeZones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  );
}

interface CalendarChoiceProps {
  chosen: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

function CalendarChoice({ chosen, error, onChange }: CalendarChoiceProps) {
  const id = useId();
  const list = useQuery(calendarsQuery(useScope()));
  const { data: calendars = [] } = list;
  if (calendars.length === 0)
    return (
      list.error && (
        <RetryAlert
          what="the exclusion calendars"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )
    );
  const known = calendars.map(({ id }) => id);
  return (
    <fieldset aria-describedby={describedBy(id, { error })} className="flex flex-col gap-1">
      <legend className="mb-1.5 font-medium text-ink text-sm">Exclusion calendars</legend>
      {calendars.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(withCalendar(chosen, { id, isChosen: event.target.checked }, known))
          }
        />
      ))}
      <FieldMessage id={id} error={error} />
    </fieldset>
  );
}

const counts = Array.from({ length: 10 }, (_, index) => String(index + 1)).map((value) => ({
  value,
  label: value,
}));

const tries: { value: ScheduleDraft['tries']; label: string }[] = [
  { value: 'suite', label: 'As the suite says' },
  { value: 'single', label: 'A single try of each test' },
  { value: 'repeated', label: 'Until the pass rate is known, at most 50' },
];

const retries = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'Once' },
  { value: '2', label: 'Twice' },
  { value: '3', label: 'Three times' },
];

interface AlertRuleProps {
  draft: ScheduleDraft;
  onChange: (part: Partial<ScheduleDraft>) => void;
}

function AlertRule({ draft, onChange }: AlertRuleProps) {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      <Select
        label="Retry failed runs"
        className="col-span-2 sm:col-span-1"
        value={String(draft.retries)}
        options={retries}
        onChange={(value) => onChange({ retries: Number(value) })}
      />
      <Select
        label="Failures before an alert"
        value={String(draft.failures)}
        options={counts}
        onChange={(value) =>
          onChange({ failures: Number(value), of: Math.max(Number(value), draft.of) })
        }
      />
      <Select
        label="Out of the last runs"
        value={String(draft.of)}
        options={counts}
        onChange={(value) =>
          onChange({ of: Number(value), failures: Math.min(Number(value), draft.failures) })
        }
      />
    </div>
  );
}
