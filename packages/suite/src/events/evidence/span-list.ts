/** The spans of a turn, as they are kept for the page of a run. */

export interface ShownSpan {
  id: string;
  /** ID of the span that it lies within; absent if that is none of these. */
  parent?: string;
  name: string;
  service: string;
  role?: 'tool' | 'model' | 'agent';
  /** The name of a tool. */
  tool?: string;
  /** Milliseconds since the first of them began. */
  from: number;
  /** Absent while it has not ended. */
  durationMs?: number;
  /** '' for an error without words. */
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
  /** Further spans of the turn, which are not kept. */
  leftOut: number;
  /** Spans of other traces that came meanwhile, and belong to no turn, by their service. */
  unjoined: { service: string; spans: number }[];
}

/** @returns undefined for a text that is no list of spans */
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
