import type { EvidenceKind } from './evidence-kind.ts';
import { type EvidenceKindName, type EvidenceRenderer, evidenceKinds } from './kinds.ts';

/** @returns undefined for a kind of a later release, whose runs this release may display */
export function evidenceKindOf(
  name: string,
): (EvidenceKind & { renderer: EvidenceRenderer }) | undefined {
  return Object.hasOwn(evidenceKinds, name) ? evidenceKinds[name as EvidenceKindName] : undefined;
}

/** @returns its name within a sentence */
export const evidenceNoun = (name: string): string => evidenceKindOf(name)?.noun ?? name;
