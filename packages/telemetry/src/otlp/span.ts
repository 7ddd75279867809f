/** The parts of an OpenTelemetry span that serve as evidence. */

export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | AttributeValue[]
  | { [key: string]: AttributeValue };

export interface Span {
  /** Hexadecimal, lower case. */
  traceId: string;
  spanId: string;
  /** Absent for the root of a trace. */
  parentId?: string;
  name: string;
  /** Milliseconds since 1970, on the clock of its service. */
  startMs: number;
  /** Absent while the span has not ended. */
  endMs?: number;
  attributes: ReadonlyMap<string, AttributeValue>;
  /** True if the SDK dropped attributes at its limit, or there are more than are read. */
  isCut: boolean;
  links: { traceId: string; spanId: string }[];
  /** Its trace flags say that the trace is not sampled, so other spans may be missing. */
  isUnsampled: boolean;
  /** Message of the status or the exception; '' for an error without a message. */
  error?: string;
  /** `service.name` of its resource. */
  service: string;
  /** Name of the instrumentation that made it. */
  scope: string;
}
