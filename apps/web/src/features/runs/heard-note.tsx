import type { Reply } from '@parley/suite';
import { formatShare } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';

/** Details of a spoken reply: the time to the first word, the confidence, and the vocabulary that the recognizer got. */
export function HeardNote({ reply }: { reply: Reply }) {
  const { latencyMs, confidence, isUnsure } = reply;
  if (confidence === undefined && !isUnsure) return null;
  const vocabulary = vocabularyIn(reply);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted text-xs">
      {isUnsure && <Badge tone="error">Uncertain words</Badge>}
      <span>
        Time to first word <span className="tabular">{formatDuration(latencyMs)}</span>
      </span>
      <Confidence reply={reply} />
      {vocabulary.length > 0 && <span>Vocabulary given: {vocabulary.join(', ')}</span>}
    </p>
  );
}

/** Confidence that the recognizer reported. */
export function Confidence({
  reply: { confidence, unsureReason },
}: {
  reply: Pick<Reply, 'confidence' | 'unsureReason'>;
}) {
  return (
    <span>
      {confidence === undefined ? (
        'Confidence unknown'
      ) : (
        <>
          Confidence <span className="tabular">{formatShare(Number(confidence.toFixed(2)))}</span>
        </>
      )}
      {unsureReason === 'not-calibrated' && ', not calibrated for this line'}
    </span>
  );
}

/** Vocabulary that the recognizer got from the suite; empty if it accepts none. */
function vocabularyIn({ payload }: Reply): string[] {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  const words = isObject ? payload.vocabulary : undefined;
  return Array.isArray(words) ? words.map(String) : [];
}
