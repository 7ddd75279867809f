import type { Deletion } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { Spinner } from '#/ui/spinner.tsx';
import { deletionQuery } from './account.queries.ts';

/** Shows what deleting the account does to each organization. */
export function DeletionConsequences() {
  const { data, isError } = useQuery(deletionQuery(useScope().userId));
  if (isError) return <p>Failed to check your organizations.</p>;
  if (!data)
    return (
      <p className="flex items-center gap-2">
        <Spinner /> Checking your organizations
      </p>
    );
  const namesOf = (wanted: Deletion[number]['outcome']) =>
    data.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);
  const keeps = namesOf('keeps');
  const deletes = namesOf('deletes');
  const leaves = namesOf('leaves');
  if (keeps.length > 0)
    return (
      <p>
        You are the owner of {list(keeps)}, which has other members. Remove the other members first,
        or ask support to change the owner. Until then, you cannot delete your account.
      </p>
    );
  return (
    <ul className="list-disc space-y-1 pl-5">
      {deletes.length > 0 && (
        <li>
          You are the only member of {list(deletes)}: it is deleted with all projects, test suites,
          runs and usage. Its subscription is cancelled.
        </li>
      )}
      {leaves.length > 0 && (
        <li>You leave {list(leaves)}. Your test suites stay there, and runs keep your name.</li>
      )}
      <li>You are signed out everywhere, and your API keys stop working at once.</li>
      <li>
        Your profile and password are deleted. An account at Google or Firebase stays there; signing
        in with it creates a new, empty account here.
      </li>
    </ul>
  );
}

function list(names: string[]): string {
  return new Intl.ListFormat('en').format(names);
}
