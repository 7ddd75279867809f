/** Determines, from one conversation, what an agent's span export still lacks before it can serve as evidence of tool calls. */
import { joinSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';
import type { TurnTrace } from './span-book.ts';

/** A request that a receiver has answered. */
export interface SeenRequest {
  /** Status of the answer; 0 if the request could not be read. */
  status: number;
  /** Type and compression of the body, for example "application/x-protobuf, gzip". */
  format: string;
  /** Reason why the request was refused in whole or in part. */
  message?: string;
  spans: readonly { service: string; traceId: string }[];
}

export interface ExportFinding {
  /** Subject of the check, for example "sampling". */
  check: string;
  /** `unknown` means that no span arrived that could show it. */
  standing: 'ok' | 'missing' | 'unknown';
  says: string;
  /** Advice on how to correct the finding. */
  hint?: string;
}

interface Seen {
  requests: readonly SeenRequest[];
  /** Turns of the conversation, not closed yet. */
  turns: readonly TurnTrace[];
  /** Services that the suite lists. */
  sources: readonly string[];
  /** Address of the receiver. */
  url: string;
}

export function checkExport(seen: Seen): ExportFinding[] {
  const joined = seen.turns.flatMap((turn) => joinSpans(turn).spans);
  return [
    exporter(seen),
    protocol(seen),
    serviceNames(seen),
    propagation(seen, joined),
    sampling(joined),
    tools(joined),
    content(joined),
  ];
}

function exporter({ requests, url }: Seen): ExportFinding {
  const check = 'exporter';
  const counts = new Map<string, number>();
  for (const { service } of requests.flatMap(({ spans }) => spans)) {
    counts.set(service, (counts.get(service) ?? 0) + 1);
  }
  if (counts.size > 0) {
    const services = [...counts].map(([service, spans]) => `${named(service)} (${spans})`);
    const taken = requests.filter(({ spans }) => spans.length > 0).length;
    const says = `Spans came in ${taken} ${taken === 1 ? 'request' : 'requests'}: ${few(services)}.`;
    return { check, standing: 'ok', says };
  }
  return {
    check,
    standing: 'missing',
    says:
      requests.length > 0 ? 'Requests arrived, but without spans.' : `Nothing arrived at ${url}.`,
    hint: `Start the agent with OTEL_EXPORTER_OTLP_ENDPOINT=${url} and OTEL_TRACES_EXPORTER=otlp. An agent that samples no traces also sends nothing: set OTEL_TRACES_SAMPLER=always_on. For one in a container, listen with --otlp-host 0.0.0.0 and use the address of this machine.`,
  };
}

function protocol({ requests }: Seen): ExportFinding {
  const check = 'protocol';
  const refused = requests.find(({ message }) => message !== undefined);
  if (refused) {
    return {
      check,
      standing: 'missing',
      says: refused.message ?? '',
      hint: 'Set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf. The endpoint must not end in /v1/traces unless it is set as OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.',
    };
  }
  const formats = new Set(requests.map(({ format }) => format));
  if (formats.size === 0) return unknown(check);
  return { check, standing: 'ok', says: `${few([...formats])}.` };
}

function serviceNames({ requests, sources }: Seen): ExportFinding {
  const check = 'service name';
  const came = new Set(requests.flatMap(({ spans }) => spans.map(({ service }) => service)));
  if (came.size === 0) return unknown(check);
  const missing = sources.filter((source) => !came.has(source));
  if (missing.length > 0) {
    return {
      check,
      standing: 'missing',
      says: `No spans came from ${few(missing)}, which the suite lists under evidence. Spans came from ${few([...came].map(named))}.`,
      hint: `Set OTEL_SERVICE_NAME=${missing[0]}, or list the names that came.`,
    };
  }
  if (sources.length === 0) {
    return {
      check,
      standing: 'missing',
      says: 'The suite lists no sources under evidence.',
      hint: `Add to its configuration: evidence: { sources: [${few([...came].filter(Boolean)) || 'support-agent'}] }`,
    };
  }
  return { check, standing: 'ok', says: `${few([...sources])}.` };
}

function propagation({ requests, turns }: Seen, joined: readonly KeptSpan[]): ExportFinding {
  const check = 'propagation';
  if (requests.every(({ spans }) => spans.length === 0)) return unknown(check);
  if (turns.every(({ requests: sent }) => sent.size === 0)) {
    return {
      check,
      standing: 'missing',
      says: 'Nothing that was sent carried a trace.',
      hint: 'On a socket, put {{traceparent}} into "request" of the channel, and continue it in the agent.',
    };
  }
  if (joined.length === 0) {
    return {
      check,
      standing: 'missing',
      says: 'No span continues the trace of the header traceparent.',
      hint: 'Add the instrumentation of the HTTP server, for example @opentelemetry/instrumentation-http or opentelemetry-instrumentation-fastapi, before the server is loaded; or extract the context of the request.',
    };
  }
  const [orphan] = turns.flatMap((turn) => joinSpans(turn).orphans);
  if (orphan) {
    return {
      check,
      standing: 'missing',
      says: `The parent span of "${orphan.name.slice(0, 100)}" did not arrive.`,
      hint: 'A proxy replaces the header traceparent, or a service between exports nothing.',
    };
  }
  return { check, standing: 'ok', says: `${joined.length} spans continue the trace.` };
}

function sampling(joined: readonly KeptSpan[]): ExportFinding {
  const check = 'sampling';
  if (joined.length === 0) return unknown(check);
  const unsampled = joined.find(({ isUnsampled }) => isUnsampled);
  const cut = joined.find(({ isCut }) => isCut);
  if (unsampled) {
    return {
      check,
      standing: 'missing',
      says: `The trace of the span "${unsampled.name.slice(0, 100)}" is not sampled.`,
      hint: 'Set OTEL_TRACES_SAMPLER=always_on where tests run.',
    };
  }
  if (cut) {
    return {
      check,
      standing: 'missing',
      says: `The span "${cut.name.slice(0, 100)}" lost attributes at a limit.`,
      hint: 'Raise OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT.',
    };
  }
  return { check, standing: 'ok', says: 'No span reports that others are left out.' };
}

function tools(joined: readonly KeptSpan[]): ExportFinding {
  const check = 'tools';
  if (joined.length === 0) return unknown(check);
  const flaw = joined.find((span) => span.flaw)?.flaw;
  if (flaw) return { check, standing: 'missing', says: flaw };
  const names = new Set(joined.flatMap(({ call }) => call?.name || []));
  if (names.size > 0) {
    return { check, standing: 'ok', says: `Calls of ${few([...names])}.` };
  }
  if (joined.some(({ showsTools }) => showsTools)) {
    return {
      check,
      standing: 'unknown',
      says: 'The agent is instrumented, but called no tools.',
      hint: 'Choose a test in which it calls one (--grep).',
    };
  }
  const hasModels = joined.some(({ role }) => role === 'model');
  return {
    check,
    standing: 'missing',
    says: `Spans show ${hasModels ? 'models' : 'requests'}, and no agent or tool.`,
    hint: "Add the instrumentation of the agent's framework, such as @ai-sdk/otel or one of OpenInference. If it is there, choose a test in which the agent calls a tool (--grep).",
  };
}

function content(joined: readonly KeptSpan[]): ExportFinding {
  const check = 'content';
  const calls = joined.flatMap(({ call }) => call ?? []);
  if (calls.length === 0) return unknown(check);
  const bare = calls.find(
    ({ args, result, error }) => args === undefined || (result ?? error) === undefined,
  );
  if (!bare) return { check, standing: 'ok', says: 'Arguments and results are recorded.' };
  const what = bare.args === undefined ? 'arguments' : 'result';
  return {
    check,
    standing: 'missing',
    says: `The span of ${bare.name || 'a tool'} records no ${what}.`,
    hint: 'Turn on the recording of content: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, TRACELOOP_TRACE_CONTENT or an option of the instrumentation.',
  };
}

const unknown = (check: string): ExportFinding => ({
  check,
  standing: 'unknown',
  says: 'Nothing arrived that would show it.',
});

const named = (service: string) => service || 'a service without a name';

const listedMax = 5;
const nameLengthMax = 100;

function few(names: readonly string[]): string {
  const shown = names.slice(0, listedMax).map((name) => name.slice(0, nameLengthMax));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
