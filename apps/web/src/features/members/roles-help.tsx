import { CircleHelp } from 'lucide-react';
import { Popover } from '#/ui/popover.tsx';
import { assignableRoles, roleTexts } from './roles.ts';

export function RolesHelp() {
  return (
    <Popover
      title="Available roles"
      align="end"
      trigger={
        <button
          type="button"
          aria-label="About roles"
          className="flex size-6 items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
        >
          <CircleHelp className="size-3.5" aria-hidden />
        </button>
      }
    >
      <dl className="flex flex-col gap-3 text-sm">
        {assignableRoles.map((role) => (
          <div key={role}>
            <dt className="font-medium text-ink">{roleTexts[role].title}</dt>
            <dd className="text-ink-muted">
              <RoleDescription role={role} />
            </dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

export function RoleDescription({ role }: { role: keyof typeof roleTexts }) {
  const { summary, abilities } = roleTexts[role];
  return (
    <>
      <p>{summary}</p>
      <ul className="mt-1 list-disc pl-4">
        {abilities.map((ability) => (
          <li key={ability}>{ability}</li>
        ))}
      </ul>
    </>
  );
}
