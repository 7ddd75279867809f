import { type LoadProfile, loadAt, peakUsers } from '@parley/suite';
import { formatNumber } from '#/lib/format-number.ts';
import { printDuration } from './duration-text.ts';
import { profileInWords } from './profile-in-words.ts';

const width = 320;
const height = 120;
const steps = 160;

/** Draws the profile of a load test as a curve. */
export function ProfileCurve({ profile }: { profile: LoadProfile }) {
  const peak = profile.kind === 'arrivals' ? profile.perSecond : peakUsers(profile);
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const second = Math.min((profile.durationS * step) / steps, profile.durationS - 0.001);
    const y = height - (loadAt(profile, second) / (peak * 1.1)) * height;
    return `${((width * step) / steps).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure className="m-0">
      <div className="flex items-baseline justify-between text-ink-muted text-xs tabular">
        <span>{profile.kind === 'arrivals' ? 'Conversations per second' : 'Virtual users'}</span>
        <span>up to {formatNumber(peak)}</span>
      </div>
      <svg
        role="img"
        aria-label={`The load over time: ${profileInWords(profile)}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="mt-2 h-32 w-full border-line border-b border-l"
      >
        <polygon
          points={`0,${height} ${points.join(' ')} ${width},${height}`}
          className="fill-accent-soft"
        />
        <polyline
          points={points.join(' ')}
          className="fill-none stroke-accent"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="mt-1 flex justify-between text-ink-muted text-xs tabular">
        <span>0 s</span>
        <span>{printDuration(profile.durationS)}</span>
      </figcaption>
    </figure>
  );
}
