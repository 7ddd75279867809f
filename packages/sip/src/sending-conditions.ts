/** What happens to the audio that a stream sends, to try how the far side copes with noise and a bad network. */

export interface SendingConditions {
  /**
   * Decides on the next frame of 20 ms. Keys are not asked for: they are never changed or lost, and keep their place among the
   * audio.
   *
   * @param of the frame's utterance, which is the same object for all of its frames; undefined between utterances
   */
  next(of: FrameOfUtterance | undefined): FrameToSend;
}

interface FrameOfUtterance {
  samples: Int16Array;
  /** Position of the frame in the utterance, from 0. */
  index: number;
}

export interface FrameToSend {
  /** Our own voice alone. */
  clean: Int16Array;
  /** The audio to send. */
  samples: Int16Array;
  /** True to send no packet. Its number and time are used up, so the far side notices. */
  isLost: boolean;
  /** Milliseconds by which the packet leaves late. It never overtakes an earlier one. */
  delayMs: number;
}
