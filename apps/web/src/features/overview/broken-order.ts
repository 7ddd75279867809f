/** Keeps the rows of failures in place while somebody is working on one. Pure. */
import type { BrokenCause } from '@parley/contract';

/** Key of a cause. It stays the same when the members of the cause change. */
export const causeKey = ({ signature, members: [first], got }: BrokenCause): string =>
  signature ?? JSON.stringify([first?.suiteId, first?.environment, first?.test, got]);

/** @returns the causes in the order of `keys`; causes without a key are new and come first */
export function inOrder(causes: BrokenCause[], keys: readonly string[]): BrokenCause[] {
  const place = new Map(keys.map((key, index) => [key, index]));
  const placeOf = (cause: BrokenCause) => place.get(causeKey(cause)) ?? -1;
  return causes.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** @returns the displayed causes with the latest state of their incidents */
export function withCare(shown: BrokenCause[], latest: BrokenCause[]): BrokenCause[] {
  if (shown === latest) return shown;
  const incidents = new Map(
    latest.flatMap(({ members }) =>
      members.flatMap(({ incident }) => (incident ? [[incident.id, incident] as const] : [])),
    ),
  );
  return shown.map((cause) => ({
    ...cause,
    members: cause.members.map((member) => ({
      ...member,
      incident: (member.incident && incidents.get(member.incident.id)) ?? member.incident,
    })),
  }));
}
