import { EvidenceDetails } from './evidence-details.tsx';
import type { EvidenceProps } from './evidence-props.ts';

/** Shows evidence as plain text. */
export function EvidenceText(props: EvidenceProps) {
  return (
    <EvidenceDetails {...props}>
      {(text) => (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
          tabIndex={0}
          className="mt-1.5 max-h-80 max-w-full overflow-auto whitespace-pre-wrap break-words rounded-md bg-surface p-3 font-mono text-ink ring-1 ring-line ring-inset"
        >
          {text ?? 'Loading…'}
        </pre>
      )}
    </EvidenceDetails>
  );
}
