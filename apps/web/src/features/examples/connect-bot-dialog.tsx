import type { ChannelConfiguration, Strictness } from '@parley/suite';
import { useRouter } from '@tanstack/react-router';
import { MousePointerClick } from 'lucide-react';
import { Suspense, useState } from 'react';
import { tryConnection } from '#/features/explorations/explorations.queries.ts';
import { strictnesses } from '#/features/explorations/strictnesses.ts';
import { TrialResult } from '#/features/explorations/trial-result.tsx';
import { PickerDialog } from '#/features/pickers/picker-dialog-part.ts';
import { createProject } from '#/features/projects/change-project.ts';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { AddressFields } from '#/features/suites/editor/address-fields.tsx';
import { withParts } from '#/features/suites/editor/page-picker.ts';
import { createSuite } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { firstSuite, nameOfBot, platformOf, type TriedBot } from './first-suite.ts';

interface ConnectBotDialogProps {
  /** Project for the suite. Defaults to a new project. */
  projectId?: string | undefined;
  onClose: () => void;
}

/** Sends a test message to the user's own bot. After a reply, it offers to save a suite. */
export function ConnectBotDialog({ projectId, onClose }: ConnectBotDialogProps) {
  const scope = useScope();
  const [channel, setChannel] = useState<ChannelConfiguration>({ kind: 'http', url: '' });
  const [message, setMessage] = useState('Hello');
  const [strictness, setStrictness] = useState<Strictness>('contains');
  const attempt = useChange({
    run: async (bot: Omit<TriedBot, 'trial'>): Promise<TriedBot> => ({
      ...bot,
      trial: await tryConnection(scope, bot),
    }),
    failure: 'Failed to send the message',
    isProblemShown: true,
  });
  const save = useSaving(projectId, onClose);
  const said = message.trim() || 'Hello';
  const tried = attempt.answer;
  // A reply no longer counts if the bot or the message was changed since.
  const isCurrent = tried?.channel === channel && tried.message === said;
  const hasAnswered = isCurrent && tried.trial.outcome === 'answered';

  return (
    <FormDialog
      title="Connect your bot"
      description="Send a test message. Nothing is saved until the bot has answered."
      widthPx={600}
      problem={attempt.problem ?? save.problem}
      submitLabel={hasAnswered ? 'Save as test suite' : 'Send test message'}
      isBusy={attempt.isPending || save.isPending}
      isDirty={'url' in channel && channel.url !== ''}
      onSubmit={() =>
        void (hasAnswered
          ? save.start({ tried, strictness })
          : attempt.start({ channel, message: said }))
      }
      onClose={onClose}
    >
      <TextField
        label="Test message"
        autoComplete="off"
        maxLength={2000}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <AddressFields channel={channel} onChange={setChannel} />
      <PickOnPage channel={channel} onChange={setChannel} />
      <div aria-live="polite" className="contents">
        {isCurrent && (
          <TrialResult message={tried.message} trial={tried.trial}>
            <Select
              label="Expected"
              options={strictnesses}
              value={strictness}
              onChange={setStrictness}
            />
          </TrialResult>
        )}
      </div>
    </FormDialog>
  );
}

interface PickOnPageProps {
  channel: ChannelConfiguration;
  onChange: (channel: ChannelConfiguration) => void;
}

/** Opens the picker for a chat on a web page. Renders nothing for other channels. */
function PickOnPage({ channel, onChange }: PickOnPageProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (channel.kind !== 'browser' || channel.url === '') return null;
  return (
    <>
      <Button
        icon={<MousePointerClick className="size-4" aria-hidden />}
        className="self-start"
        onClick={() => setIsOpen(true)}
      >
        Pick on the page
      </Button>
      {isOpen && (
        <Suspense>
          <PickerDialog
            bot={{ channel }}
            applyLabel="Use these parts"
            onPicked={(parts) => onChange(withParts(channel, parts))}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface Saved {
  tried: TriedBot;
  strictness: Strictness;
}

/** Saves and opens the suite. Creates a project if none is given. */
function useSaving(projectId: string | undefined, onClose: () => void) {
  const scope = useScope();
  const router = useRouter();
  return useChange({
    run: async ({ tried, strictness }: Saved) => {
      const { pathname } = router.state.location;
      const name = nameOfBot(tried.channel);
      const { id } = await createSuite(scope, {
        name: 'First conversation',
        projectId: projectId ?? (await projectFor(name)),
        platform: platformOf(tried.channel),
        source: firstSuite(tried, strictness),
      });
      onClose();
      // Not in `onDone`: on the empty projects page, the new project replaces the empty state and this dialog with it.
      if (router.state.location.pathname === pathname)
        void router.navigate({ to: '/test-suite/$testSuiteId', params: { testSuiteId: id } });
    },
    failure: 'Failed to save. Please try again.',
    isProblemShown: true,
  });

  /** Another attempt uses the project that the first one created. */
  async function projectFor(name: string): Promise<string> {
    const { projects, fetchProjects } = useProjectStore.getState();
    if (!projects[scope.orgId]) await fetchProjects(scope);
    const known = useProjectStore.getState().projects[scope.orgId]?.find((p) => p.name === name);
    return (known ?? (await createProject(scope, { name }))).id;
  }
}
