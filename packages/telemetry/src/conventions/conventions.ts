/**
 * Conventions by which spans describe tools, models and agents. Names change between years and SDKs, so each convention is a
 * row, and old names stay beside new ones. To support a new convention, add a row here.
 */

/** What a span represents. `agent`: a loop whose tools have spans of their own. */
export type SpanRole = 'tool' | 'model' | 'agent';

/** A span has the role if the attribute has one of these values. */
interface RoleSign {
  role: SpanRole;
  attribute: string;
  values: readonly string[];
}

/** Attributes that contain the parts of a call. The first one present counts. */
interface CallNames {
  name: readonly string[];
  id: readonly string[];
  args: readonly string[];
  result: readonly string[];
}

export interface Convention {
  title: string;
  roles: readonly RoleSign[];
  call: CallNames;
  /** Keys of a wrapper around the arguments. The first one with a value counts. */
  wrappers?: readonly string[];
}

export const conventions = {
  /** https://github.com/open-telemetry/semantic-conventions-genai; also AI SDK 7 with `OpenTelemetry` of @ai-sdk/otel. */
  genAi: {
    title: 'GenAI semantic conventions',
    roles: [
      { role: 'tool', attribute: 'gen_ai.operation.name', values: ['execute_tool'] },
      {
        role: 'agent',
        attribute: 'gen_ai.operation.name',
        values: ['invoke_agent', 'invoke_workflow'],
      },
      {
        role: 'model',
        attribute: 'gen_ai.operation.name',
        values: ['chat', 'text_completion', 'generate_content'],
      },
    ],
    call: {
      name: ['gen_ai.tool.name'],
      id: ['gen_ai.tool.call.id'],
      args: ['gen_ai.tool.call.arguments'],
      result: ['gen_ai.tool.call.result'],
    },
  },
  /** AI SDK 4 to 6, and AI SDK 7 with `LegacyOpenTelemetry` of @ai-sdk/otel. */
  aiSdk: {
    title: 'AI SDK',
    roles: [
      { role: 'tool', attribute: 'ai.operationId', values: ['ai.toolCall'] },
      {
        role: 'agent',
        attribute: 'ai.operationId',
        values: ['ai.generateText', 'ai.streamText'],
      },
      {
        role: 'model',
        attribute: 'ai.operationId',
        values: ['ai.generateText.doGenerate', 'ai.streamText.doStream'],
      },
    ],
    call: {
      name: ['ai.toolCall.name'],
      id: ['ai.toolCall.id'],
      args: ['ai.toolCall.args'],
      result: ['ai.toolCall.result'],
    },
  },
  openInference: {
    title: 'OpenInference',
    roles: [
      { role: 'tool', attribute: 'openinference.span.kind', values: ['TOOL'] },
      { role: 'agent', attribute: 'openinference.span.kind', values: ['AGENT'] },
      { role: 'model', attribute: 'openinference.span.kind', values: ['LLM'] },
    ],
    call: {
      name: ['tool.name'],
      id: ['tool_call.id', 'tool.id'],
      args: ['input.value'],
      result: ['output.value'],
    },
  },
  /** OpenLLMetry. Its workflows and agents are decorators, which say nothing about the tools below them. */
  openLlmetry: {
    title: 'OpenLLMetry',
    roles: [
      { role: 'tool', attribute: 'traceloop.span.kind', values: ['tool'] },
      { role: 'model', attribute: 'llm.request.type', values: ['chat', 'completion'] },
    ],
    call: {
      name: ['traceloop.entity.name'],
      id: [],
      args: ['traceloop.entity.input'],
      result: ['traceloop.entity.output'],
    },
    wrappers: ['kwargs', 'inputs', 'arguments', 'args'],
  },
  mcp: {
    title: 'MCP',
    roles: [{ role: 'tool', attribute: 'mcp.method.name', values: ['tools/call'] }],
    call: {
      name: ['gen_ai.tool.name', 'mcp.tool.name'],
      id: ['gen_ai.tool.call.id'],
      args: ['gen_ai.tool.call.arguments'],
      result: ['gen_ai.tool.call.result'],
    },
  },
} as const satisfies Record<string, Convention>;

export type ConventionName = keyof typeof conventions;

/** Attributes with the name of the calling agent. */
export const agentNames = ['gen_ai.agent.name', 'agent.name', 'ai.telemetry.functionId'] as const;

/** Attributes that name the conversation of a span. Their values are those of the agent, or IDs that it was sent. */
export const conversationNames = [
  'gen_ai.conversation.id',
  'session.id',
  'conversation.id',
  'conversation_id',
  'thread.id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.conversation_id',
  'traceloop.association.properties.thread_id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.conversationId',
  'langfuse.session.id',
  'langsmith.trace.session_id',
  'langsmith.metadata.session_id',
  'langsmith.metadata.thread_id',
  'langsmith.metadata.conversation_id',
] as const;

/** Attributes with the reasons why a model stopped, as a text or a list. */
export const finishReasons = [
  'gen_ai.response.finish_reasons',
  'ai.response.finishReason',
  'llm.response.finish_reason',
] as const;

/** Finish reasons that request tools. */
export const callReasons: ReadonlySet<string> = new Set([
  'tool_calls',
  'tool_call',
  'tool-calls',
  'tool_use',
  'function_call',
]);

/** Attributes with the response of a model, as JSON or structured, which includes the requested calls. */
export const answersOfModels = ['ai.response.toolCalls', 'gen_ai.output.messages'] as const;

/** Names of the attributes that exist once per requested call. */
export const namesOfAskedTools =
  /^(llm\.output_messages\.\d+\.message\.tool_calls\.\d+\.tool_call\.function\.name|gen_ai\.completion\.\d+\.tool_calls\.\d+\.name)$/;

/** Attributes with the name of a model. The model that responded takes precedence over the requested one. */
export const modelNames = [
  'gen_ai.response.model',
  'ai.response.model',
  'llm.model_name',
  'gen_ai.request.model',
  'ai.model.id',
] as const;

/**
 * Attributes with numbers of tokens. Some providers count tokens that were read from a cache or written to one as input, others
 * do not.
 */
export const tokenNames = {
  input: [
    'gen_ai.usage.input_tokens',
    'ai.usage.inputTokens',
    'llm.token_count.prompt',
    'gen_ai.usage.prompt_tokens',
    'ai.usage.promptTokens',
  ],
  cached: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'ai.usage.cachedInputTokens',
    'llm.token_count.prompt_details.cache_read',
  ],
  written: [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
    'llm.token_count.prompt_details.cache_write',
  ],
  output: [
    'gen_ai.usage.output_tokens',
    'ai.usage.outputTokens',
    'llm.token_count.completion',
    'gen_ai.usage.completion_tokens',
    'ai.usage.completionTokens',
  ],
} as const;

/** Attributes with an error, for spans whose status has no message. */
export const errorNames = ['error.type', 'error.message'] as const;

/** Instrumentation scopes that report every tool of their framework, which any of their spans proves. */
export const reportersOfTools: ReadonlySet<string> = new Set([
  // Seen in 4.1.1 with LangGraph: chains, models and tools are spans, but none is an agent.
  '@arizeai/openinference-instrumentation-langchain',
]);

/** Known gaps of instrumentations that do not report every call, by scope. */
export const flaws: Readonly<Record<string, string>> = {
  // Seen in 0.27.0: if a decorated tool throws, its span is never ended and thus never sent.
  '@traceloop/node-server-sdk': 'sends no span of a tool that failed',
};
