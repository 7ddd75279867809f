/** Decodes a request with spans, in a process of the pool where it is large. */
import {
  decodeSpans,
  type KeptSpan,
  keptSpan,
  type SpanFormat,
  SpansRefused,
} from '@parley/engine';

interface Decoded {
  spans: KeptSpan[];
  rejected: number;
  reason?: string;
}

/** Errors lose their class on the way between processes. */
type Outcome =
  | { decoded: Decoded }
  | { refused: { status: number; code: number; message: string } };

export function decodeKeptSpans({
  plain,
  encoding,
}: {
  plain: Uint8Array;
  encoding: SpanFormat['encoding'];
}): Outcome {
  try {
    const bytes = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
    const { spans, ...rest } = decodeSpans(bytes, encoding);
    return { decoded: { ...rest, spans: spans.map(keptSpan) } };
  } catch (error) {
    if (!(error instanceof SpansRefused)) throw error;
    const { status, code, message } = error;
    return { refused: { status, code, message } };
  }
}
