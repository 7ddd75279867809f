import type { FoundNames } from '@parley/contract';
import { FolderKanban, HeartPulse, ListChecks, MessageSquareText, Play, User } from 'lucide-react';
import { runName } from '#/features/runs/run-name.tsx';
import { formatDateTime } from '#/lib/format-time.ts';
import type { Choice, ChoiceGroup } from './choice.ts';

const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

/** Converts the server's search results to rows. */
export function foundGroups(found: FoundNames): ChoiceGroup[] {
  return [
    {
      title: 'Suites',
      choices: found.suites.map(({ id, name, projectName }) => ({
        key: `suite:${id}`,
        name,
        detail: projectName,
        Icon: ListChecks,
        href: at('/test-suite', id),
      })),
    },
    {
      title: 'Tests',
      choices: found.tests.map(({ suiteId, suiteName, name, place }) => ({
        key: `test:${suiteId}:${place}`,
        name,
        detail: suiteName,
        Icon: MessageSquareText,
        href: `${at('/test-suite', suiteId)}?test=${place}`,
      })),
    },
    {
      title: 'Projects',
      choices: found.projects.map(({ id, name }) => ({
        key: `project:${id}`,
        name,
        Icon: FolderKanban,
        href: at('/projects', id),
      })),
    },
    {
      title: 'Monitors',
      choices: found.monitors.map(({ id, name, projectName }) => ({
        key: `monitor:${id}`,
        name,
        detail: projectName,
        Icon: HeartPulse,
        href: at('/history/monitors', id),
      })),
    },
    {
      title: 'People',
      choices: found.members.map(({ id, name, email }) => ({
        key: `member:${id}`,
        name: name || email,
        detail: email,
        searched: `${name} ${email}`,
        Icon: User,
        href: '/organization',
      })),
    },
    { title: 'Recent runs', choices: found.runs.map(runChoice) },
  ];
}

function runChoice(run: FoundNames['runs'][number]): Choice {
  const { id, label, environment, status, at: time } = run;
  const name = runName(run);
  const parts = [formatDateTime(time), label, environment];
  return {
    key: `run:${id}`,
    name,
    detail: parts.filter(Boolean).join(' · '),
    searched: `${name} ${label ?? ''}`,
    Icon: Play,
    status,
    href: at('/history/testruns', id),
  };
}
