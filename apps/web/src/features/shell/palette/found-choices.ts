import type { FoundNames } from '@parley/contract';
import { FolderKanban, HeartPulse, ListChecks, Play, User } from 'lucide-react';
import { formatDateTime } from '#/lib/format-time.ts';
import type { Choice, ChoiceGroup } from './choice.ts';

const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

/** What the server found, as rows. */
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

function runChoice({
  id,
  suiteName,
  label,
  environment,
  status,
  at: time,
}: FoundNames['runs'][number]): Choice {
  const parts = [formatDateTime(time), label, environment];
  return {
    key: `run:${id}`,
    name: suiteName,
    detail: parts.filter(Boolean).join(' · '),
    searched: `${suiteName} ${label ?? ''}`,
    Icon: Play,
    status,
    href: at('/history/testruns', id),
  };
}
