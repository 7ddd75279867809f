/** Decodes a request with spans. Large requests are decoded in a process of the pool. */
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

/** Result as plain data, because errors lose their class between processes. */
type Outcome =
  | { decoded: Decoded }
  | { refused: { status: number; code: number; message: string } };

export function decodeKeptSpans({
  plain,
  encoding,
  joinedBy,
}: {
  plain: Uint8Array;
  encoding: SpanFormat['encoding'];
  /** Attributes that active runs join spans by. */
  joinedBy: string[];
}): Outcome {
  try {
    const bytes = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
    const { spans, ...rest } = decodeSpans(bytes, encoding);
    return { decoded: { ...rest, spans: spans.map((span) => keptSpan(span, joinedBy)) } };
  } catch (error) {
    if (!(error instanceof SpansRefused)) throw error;
    const { status, code, message } = error;
    return { refused: { status, code, message } };
  }
}
