/** Keeps rows of what fails where they are while somebody acts on one of them. Pure. */
import type { BrokenCause } from '@parley/contract';

/** What identifies a cause while its members come and go. */
export const causeKey = ({ signature, members: [first], got }: BrokenCause): string =>
  signature ?? JSON.stringify([first?.suiteId, first?.environment, first?.test, got]);

/** @returns the causes in the order of the keys; others come first, since they are new */
export function inOrder(causes: BrokenCause[], keys: readonly string[]): BrokenCause[] {
  const place = new Map(keys.map((key, index) => [key, index]));
  const placeOf = (cause: BrokenCause) => place.get(causeKey(cause)) ?? -1;
  return causes.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** @returns the causes as they are shown, with what members did about their incidents since */
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
