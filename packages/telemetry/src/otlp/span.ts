/** The parts of an OpenTelemetry span that serve as evidence. */

export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | AttributeValue[]
  | { [key: string]: AttributeValue };

export interface Span {
  /** Lowercase hexadecimal. */
  traceId: string;
  spanId: string;
  /** Absent for the root of a trace. */
  parentId?: string;
  name: string;
  /** Milliseconds since the epoch, on the clock of the service. */
  startMs: number;
  /** Absent if the span has not ended. */
  endMs?: number;
  attributes: ReadonlyMap<string, AttributeValue>;
  /** True if attributes are missing, because the SDK dropped some or there are more than `attributesPerSpanMax`. */
  isCut: boolean;
  links: { traceId: string; spanId: string }[];
  /** True if the trace is not sampled according to its flags, so that other spans may be missing. */
  isUnsampled: boolean;
  /** Message of the status or of an exception; empty for an error without a message. Absent if the span is no error. */
  error?: string;
  /** `service.name` of the resource. */
  service: string;
  /** Name of the instrumentation scope. */
  scope: string;
}
