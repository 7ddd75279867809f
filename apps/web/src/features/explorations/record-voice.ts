/** An active recording. `finish` and `cancel` both release the microphone. */
export interface VoiceRecording {
  /** Ends the recording. Resolves to a WAV file in telephone quality, or undefined if it is silent. */
  finish(): Promise<Blob | undefined>;
  /** Discards the recording. */
  cancel(): void;
}

/** Sample rate in Hz. Phone lines transmit 8,000 samples per second, and speech recognition for calls expects the same. */
const sampleRate = 8000;

/** Peak below the noise of any room, which means that the microphone is muted or broken. */
const silentPeak = 0.002;

/**
 * Starts recording, and asks for permission to use the microphone if necessary. Rejects with an error that
 * `microphoneProblem` explains.
 */
export async function recordVoice(): Promise<VoiceRecording> {
  if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder) throw new NoMicrophoneHere();
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop();
      resolve();
    });
  });
  recorder.start();
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    cancel: stop,
    async finish() {
      stop();
      await stopped;
      const sound = await decode(new Blob(parts, { type: recorder.mimeType }));
      return sound && peakOf(sound) > silentPeak ? wavOf(sound) : undefined;
    },
  };
}

/** Decodes a recording; undefined if it contains no audio. */
async function decode(recorded: Blob): Promise<Float32Array | undefined> {
  // The context decodes what the same browser encoded, and resamples it.
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  try {
    return (await decoder.decodeAudioData(await recorded.arrayBuffer())).getChannelData(0);
  } catch {
    return undefined;
  }
}

const peakOf = (samples: Float32Array) =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

function wavOf(samples: Float32Array): Blob {
  const bytes = new DataView(new ArrayBuffer(44 + 2 * samples.length));
  const name = (at: number, letters: string) => {
    for (const [place, letter] of [...letters].entries()) {
      bytes.setUint8(at + place, letter.charCodeAt(0));
    }
  };
  name(0, 'RIFF');
  bytes.setUint32(4, bytes.byteLength - 8, true);
  name(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, sampleRate, true);
  bytes.setUint32(28, 2 * sampleRate, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  name(36, 'data');
  bytes.setUint32(40, 2 * samples.length, true);
  for (const [at, sample] of samples.entries()) {
    bytes.setInt16(44 + 2 * at, Math.max(-1, Math.min(1, sample)) * 32_767, true);
  }
  return new Blob([bytes.buffer], { type: 'audio/wav' });
}

class NoMicrophoneHere extends Error {
  override readonly name = 'NoMicrophoneHere';
}

/** Explains why recording failed and what to do about it. */
export function microphoneProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'NoMicrophoneHere':
      return window.isSecureContext
        ? 'This browser cannot record audio. Type your message, or use another browser.'
        : 'Browsers allow the microphone on https pages only. Open Parley over https, or type your message.';
    case 'NotAllowedError':
    case 'SecurityError':
      return 'The microphone is blocked for this page. Allow it next to the address bar, then try again.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No microphone found. Connect one and try again, or type your message.';
    case 'NotReadableError':
    case 'AbortError':
      return 'The microphone is unavailable. Another program may be using it.';
    default:
      return 'Failed to turn on the microphone. Try again, or type your message.';
  }
}
