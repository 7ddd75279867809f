/** The spans of a turn as stored for the run page. */

export interface ShownSpan {
  id: string;
  /** ID of the enclosing span; absent if that span is not in the list. */
  parent?: string;
  name: string;
  service: string;
  role?: 'tool' | 'model' | 'agent';
  /** Name of the called tool. */
  tool?: string;
  /** Milliseconds since the start of the first span. */
  from: number;
  /** Absent if the span has not ended. */
  durationMs?: number;
  /** Error message; empty for an error without a message. */
  error?: string;
  model?: {
    name?: string;
    inputTokens?: number;
    cachedTokens?: number;
    outputTokens?: number;
  };
}

export interface SpanList {
  spans: ShownSpan[];
  /** Number of further spans of the turn, which are not kept. */
  leftOut: number;
  /** Spans of other traces that arrived during the turn and could not be assigned to a turn, counted by service. */
  unjoined: { service: string; spans: number }[];
  /** Spans that could belong to this turn or to another conversation, and are joined to neither; absent if there are none. */
  disputed?: { service: string; spans: number }[];
}

/** @returns undefined if the text is not a list of spans */
export function readSpanList(text: string): SpanList | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return typeof list === 'object' && list !== null && 'spans' in list && Array.isArray(list.spans)
      ? (list as SpanList)
      : undefined;
  } catch {
    return undefined;
  }
}
