import {
  figureInWords,
  lineConfidenceMin,
  lineInWords,
  networkInWords,
  sentInWords,
  type VoiceFacts,
  type VoiceFigure,
} from '@parley/suite';
import { Timer } from 'lucide-react';

/** Times of a turn of a call, and why the others could not be measured. */
export function Timing({ facts }: { facts: VoiceFacts | undefined }) {
  if (!facts) return null;
  const { response, deadAir, overlap, yields, goesOn, interjection, echoMs, snrDb, line, network } =
    facts;
  const sent = facts.sent && sentInWords(facts.sent);
  // A network without losses says nothing unless the suite asks for its score.
  const isNetworkShown =
    network && (network.delayMs !== undefined || network.lost + network.late > 0);
  const isLineHeard = line?.findings.some(({ confidence }) => confidence >= lineConfidenceMin);
  const figures: [string, VoiceFigure][] = [
    ['Response', response],
    ['Dead air', deadAir],
    ['Overlap', overlap],
    ...(yields ? [['Yields', yields] as [string, VoiceFigure]] : []),
    ...(goesOn ? [['Keeps speaking', goesOn] as [string, VoiceFigure]] : []),
  ];
  const measured = figures.filter(([, figure]) => !('unknown' in figure));
  const reasons = new Map(
    figures.flatMap(([name, figure]) =>
      'unknown' in figure ? [[figure.unknown, name] as const] : [],
    ),
  );
  return (
    <div className="flex max-w-full flex-col gap-0.5 text-ink-muted text-xs">
      {measured.length > 0 && (
        <dl className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <Timer className="size-3 shrink-0" aria-hidden />
          {measured.map(([name, figure]) => (
            <div key={name} className="flex gap-1">
              <dt>{name}</dt>
              <dd className="text-ink tabular">{figureInWords(figure)}</dd>
            </div>
          ))}
        </dl>
      )}
      {[...reasons].map(([reason, name]) => (
        <p key={reason} className="break-words">
          {name}: not available. {reason}
        </p>
      ))}
      {interjection && (
        <p className="break-words">
          {interjection.kind === 'interrupt' ? 'Interrupted with' : 'Said meanwhile'}: “
          {interjection.text}”
        </p>
      )}
      {sent && <p className="break-words">Sent with {sent}</p>}
      {line && isLineHeard && <p className="break-words">Line: {lineInWords(line)}</p>}
      {isNetworkShown && <p className="break-words">Network MOS: {networkInWords(network)}</p>}
      {echoMs !== undefined && <p>Our own voice came back after {echoMs} ms and was left out.</p>}
      {snrDb !== null && snrDb < 30 && <p>Speech is {snrDb} dB above the noise of the line.</p>}
    </div>
  );
}
