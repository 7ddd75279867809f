import type { EndedBy } from './dialog.ts';
import type { Codec } from './g711.ts';
import type { MediaStream } from './media-stream.ts';

/** A call that was answered. */
export interface Call {
  media: MediaStream;
  codec: Codec;
  /** True if keys are sent as RTP events; otherwise they are sent as tones. */
  hasKeyEvents: boolean;
  onEnd(listener: (by: EndedBy) => void): void;
  endedBy(): EndedBy | undefined;
  /** Ends the call and releases its resources. Never throws; a second call does nothing. */
  hangUp(): Promise<void>;
}
