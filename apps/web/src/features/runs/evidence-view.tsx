import {
  type Evidence,
  evidenceKindOf,
  type LostEvidence,
  lostEvidenceInWords,
} from '@parley/suite';
import { FileX } from 'lucide-react';
import type { CallEvidence } from './evidence-props.ts';
import { evidenceRenderers } from './evidence-renderers.ts';
import type { EvidenceHolder } from './runs.queries.ts';

interface EvidenceViewProps {
  holder: EvidenceHolder;
  evidence: Evidence[] | undefined;
  lost: LostEvidence[] | undefined;
  /** What the evidence belongs to, for instance "Step 2". */
  of: string;
  call?: CallEvidence | undefined;
}

/** Evidence of a step or test: images, expandable texts and downloads, and notes on evidence that could not be stored. */
export function EvidenceView({ holder, evidence = [], lost = [], of, call }: EvidenceViewProps) {
  if (evidence.length + lost.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {evidence.map(({ kind, id }) => {
        const known = evidenceKindOf(kind);
        if (!known)
          return (
            <p key={id} className="text-ink-muted text-xs">
              Reload the page to see the {kind} of {of}.
            </p>
          );
        const Renderer = evidenceRenderers[known.renderer];
        const name = `${of}: ${known.noun}`;
        return <Renderer key={id} holder={holder} id={id} name={name} kind={known} call={call} />;
      })}
      {lost.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order
        <p key={index} className="flex items-center gap-1.5 text-ink-muted text-xs">
          <FileX className="size-3.5" aria-hidden />
          {lostEvidenceInWords(each)}
        </p>
      ))}
    </div>
  );
}
