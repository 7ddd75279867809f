import { Mic, Square } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import type { useMicrophone } from './use-microphone.ts';

interface MicrophoneButtonProps {
  microphone: ReturnType<typeof useMicrophone>;
  isDisabled: boolean;
  /** Label while recording, for instance "Stop and send". */
  stopLabel: string;
}

const pressKeys = [' ', 'Enter'];

/** Records while it is held by pointer or key, or from one short press to the next. */
export function MicrophoneButton({ microphone, isDisabled, stopLabel }: MicrophoneButtonProps) {
  const { state, press, release, cancel } = microphone;
  const isOn = state === 'on';
  const start = () => !isDisabled && press();

  function pressPointer(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    // Capture the pointer, so that releasing it outside the button also ends the recording.
    event.currentTarget.setPointerCapture(event.pointerId);
    start();
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && state !== 'off') {
      event.stopPropagation();
      cancel();
    }
    if (!pressKeys.includes(event.key)) return;
    event.preventDefault();
    if (!event.repeat) start();
  }

  function releaseKey(event: KeyboardEvent) {
    if (!pressKeys.includes(event.key)) return;
    event.preventDefault();
    release();
  }

  return (
    <IconButton
      size="lg"
      variant="secondary"
      label={isOn ? stopLabel : 'Speak'}
      tooltip={isOn ? stopLabel : 'Speak: hold, or press to start and stop'}
      aria-pressed={isOn}
      aria-disabled={isDisabled || undefined}
      isLoading={state === 'asking' || state === 'sending'}
      icon={
        isOn ? (
          <Square className="size-4 fill-current" aria-hidden />
        ) : (
          <Mic className="size-4" aria-hidden />
        )
      }
      onPointerDown={pressPointer}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={pressKey}
      onKeyUp={releaseKey}
      onContextMenu={(event) => event.preventDefault()}
      // For clicks without pointer or keys, such as those of a screen reader.
      onClick={({ detail }) => detail === 0 && start()}
      className={cx('h-9! w-9! touch-none', isOn && 'text-failed! ring-failed!')}
    />
  );
}
