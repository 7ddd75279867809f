import { spokenSecondsMax } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import { microphoneProblem, recordVoice, type VoiceRecording } from './record-voice.ts';

/** `asking`: the browser is asking for permission. `sending`: the recording is being sent. */
type MicrophoneState = 'off' | 'asking' | 'on' | 'sending';

/** Milliseconds from which a press counts as holding the button. A held button only records until it is released. */
const holdMs = 400;

/** A microphone that records while its button is held, or from one press to the next. Passes the recording to `onVoice`. */
export function useMicrophone(onVoice: (voice: Blob) => Promise<void>) {
  const [state, setState] = useState<MicrophoneState>('off');
  const [problem, setProblem] = useState<string>();
  const recording = useRef<VoiceRecording>(undefined);
  /** Start time of the current press. */
  const pressedAt = useRef<number>(undefined);
  /** The current attempt to start recording. The browser can answer an outdated one. */
  const wanted = useRef<symbol>(undefined);

  useEffect(
    () => () => {
      wanted.current = undefined;
      recording.current?.cancel();
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends what it began with
  useEffect(() => {
    if (state !== 'on') return;
    const timer = setTimeout(() => void finish(), spokenSecondsMax * 1000);
    return () => clearTimeout(timer);
  }, [state]);

  async function begin() {
    const attempt = Symbol('attempt');
    wanted.current = attempt;
    setProblem(undefined);
    setState('asking');
    try {
      const begun = await recordVoice();
      if (wanted.current !== attempt) return begun.cancel();
      recording.current = begun;
      setState('on');
    } catch (error) {
      if (wanted.current !== attempt) return;
      setProblem(microphoneProblem(error));
      setState('off');
    }
  }

  async function finish() {
    const ended = recording.current;
    if (!ended) return;
    recording.current = undefined;
    setState('sending');
    try {
      const voice = await ended.finish();
      if (voice) await onVoice(voice);
      else
        setProblem(
          'No sound was recorded. Check that the microphone is not muted, then try again.',
        );
    } finally {
      setState('off');
    }
  }

  function cancel() {
    wanted.current = undefined;
    pressedAt.current = undefined;
    recording.current?.cancel();
    recording.current = undefined;
    setState((now) => (now === 'sending' ? now : 'off'));
  }

  return {
    state,
    problem,
    cancel,
    press() {
      if (state === 'on') void finish();
      if (state !== 'off') return;
      pressedAt.current = performance.now();
      void begin();
    },
    release() {
      const since = pressedAt.current;
      pressedAt.current = undefined;
      if (since === undefined || performance.now() - since < holdMs) return;
      if (recording.current) return void finish();
      // The button was released while the browser was still asking for permission.
      cancel();
    },
  };
}
