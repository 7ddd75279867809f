import type { EvidenceKind } from './evidence-kind.ts';
import { type EvidenceKindName, type EvidenceRenderer, evidenceKinds } from './kinds.ts';

/** @returns undefined for a kind that a later release added, because this release can display runs of later ones */
export function evidenceKindOf(
  name: string,
): (EvidenceKind & { renderer: EvidenceRenderer }) | undefined {
  return Object.hasOwn(evidenceKinds, name) ? evidenceKinds[name as EvidenceKindName] : undefined;
}

/** @returns the name of the kind within a sentence; the key itself for an unknown kind */
export const evidenceNoun = (name: string): string => evidenceKindOf(name)?.noun ?? name;
