import { Link2, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AudioBands, type AudioMark, AudioMoments } from './audio-marks.tsx';
import { resolveColor, useThemeChange } from './canvas-colors.ts';
import { IconButton } from './icon-button.tsx';
import { peaksOf } from './peaks.ts';
import { useObjectUrl } from './use-object-url.ts';

interface AudioPlayerProps {
  /** Accessible name of the recording. */
  label: string;
  file: Blob;
  /** What happens when. Listed below the waveform. */
  marks?: readonly AudioMark[] | undefined;
  /** Position at the start, in seconds. */
  startS?: number | undefined;
  /** Copies a link to a position. */
  onCopyLink?: ((seconds: number) => void) | undefined;
}

/** Width of the waveform in canvas pixels. It is scaled to the available width. */
const columns = 400;
const rowHeight = 28;

/**
 * Plays a recording along its waveform, with one row per channel. The waveform is for pointers. The button and the slider do
 * the same for the keyboard, and the slider announces the position.
 */
export function AudioPlayer({ label, file, marks = [], startS = 0, onCopyLink }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [positionS, setPositionS] = useState(startS);
  const sound = useSound(file);
  const url = useObjectUrl(file);
  const durationS = sound === 'broken' ? 0 : (sound?.duration ?? 0);

  function seek(toS: number) {
    if (audio.current) audio.current.currentTime = toS;
    setPositionS(toS);
  }

  function toggle() {
    if (isPlaying) audio.current?.pause();
    else void audio.current?.play();
  }

  if (sound === 'broken')
    return <p className="text-ink-muted text-xs">Failed to play the recording.</p>;
  return (
    <fieldset className="flex w-full min-w-0 max-w-xl flex-wrap items-center gap-2 rounded-md bg-surface px-2 py-1.5 ring-1 ring-line ring-inset">
      <legend className="sr-only">{label}</legend>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it */}
      <audio
        ref={audio}
        src={url}
        onLoadedMetadata={({ currentTarget }) => {
          if (startS > 0) currentTarget.currentTime = startS;
        }}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setPositionS(currentTarget.currentTime)}
      />
      <IconButton
        size="sm"
        label={isPlaying ? 'Pause' : 'Play'}
        icon={
          isPlaying ? (
            <Pause className="size-4" aria-hidden />
          ) : (
            <Play className="size-4" aria-hidden />
          )
        }
        aria-disabled={sound === undefined || undefined}
        onClick={toggle}
      />
      <div className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full">
        <div className="relative">
          <Waveform sound={sound} share={durationS === 0 ? 0 : positionS / durationS} />
          <AudioBands marks={marks} durationS={durationS} />
        </div>
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${clock(positionS)} of ${clock(durationS)}`}
          min={0}
          max={durationS}
          step={0.1}
          value={Math.min(positionS, durationS)}
          disabled={sound === undefined}
          onChange={({ target }) => seek(Number(target.value))}
          className="block h-4 w-full accent-accent"
        />
      </div>
      <span className="shrink-0 text-ink-muted text-xs tabular">
        {clock(positionS)} / {clock(durationS)}
      </span>
      {onCopyLink && (
        <IconButton
          size="sm"
          label="Copy link to this moment"
          icon={<Link2 className="size-3.5" aria-hidden />}
          onClick={() => onCopyLink(positionS)}
        />
      )}
      <AudioMoments marks={marks} positionS={positionS} clock={clock} onSeek={seek} />
    </fieldset>
  );
}

interface WaveformProps {
  sound: AudioBuffer | undefined;
  /** Share that has been played, 0 to 1. */
  share: number;
}

function Waveform({ sound, share }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useThemeChange();
  const rows = sound?.numberOfChannels ?? 2;

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew in the colours of another theme
  useEffect(() => {
    const drawing = canvas.current?.getContext('2d');
    if (!sound || !drawing) return;
    const heard = resolveColor('--accent', drawing.canvas.parentElement ?? document.body);
    const toCome = resolveColor('--ink-faint', drawing.canvas.parentElement ?? document.body);
    drawing.clearRect(0, 0, columns, rows * rowHeight);
    for (let row = 0; row < rows; row += 1) {
      const middle = (row + 0.5) * rowHeight;
      for (const [column, peak] of peaksOf(sound.getChannelData(row), columns / 2).entries()) {
        const height = Math.max(1, peak * (rowHeight - 2));
        drawing.fillStyle = (column * 2) / columns < share ? heard : toCome;
        drawing.fillRect(column * 2, middle - height / 2, 1, height);
      }
    }
  }, [sound, share, theme]);

  return (
    <canvas
      ref={canvas}
      width={columns}
      height={rows * rowHeight}
      aria-hidden
      className="block h-14 w-full"
    />
  );
}

/** Decodes the audio for the waveform. `broken` if it cannot be decoded. */
function useSound(file: Blob): AudioBuffer | 'broken' | undefined {
  const [sound, setSound] = useState<AudioBuffer | 'broken'>();
  useEffect(() => {
    let isGone = false;
    // An offline context only decodes, so it needs no permission to play sound.
    const decoder = new OfflineAudioContext(1, 1, 8000);
    file
      .arrayBuffer()
      .then((bytes) => decoder.decodeAudioData(bytes))
      .then(
        (decoded) => !isGone && setSound(decoded),
        () => !isGone && setSound('broken'),
      );
    return () => {
      isGone = true;
    };
  }, [file]);
  return sound;
}

/** Formats a position as "0:07.3". Tenths matter for judging calls. */
function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = tenths % 600;
  return `${Math.floor(tenths / 600)}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}
