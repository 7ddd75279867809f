export interface SpanSources {
  /** The `service.name` of every service that has to report each turn before a tool call counts as absent. */
  sources: string[];
  /** Templates by attribute: a span whose attribute has the value belongs to the conversation. */
  join?: Record<string, string>;
  /** Milliseconds without new spans after which the spans of a turn are complete. Default 2,000. */
  settleMs?: number;
  /** Maximum wait for the spans of a turn, in milliseconds. Default 15,000. */
  timeoutMs?: number;
}
