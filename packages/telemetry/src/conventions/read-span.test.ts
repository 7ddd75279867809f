import { describe, expect, it } from 'vitest';
import type { AttributeValue, Span } from '../otlp/span.ts';
import { readSpan } from './read-span.ts';

const read = (
  attributes: Record<string, AttributeValue>,
  { name = 'span', ...more }: Partial<Span> = {},
) =>
  readSpan({
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    startMs: 0,
    endMs: 1,
    isCut: false,
    links: [],
    isUnsampled: false,
    service: 'agent',
    scope: 'test',
    ...more,
    name,
    attributes: new Map(Object.entries(attributes)),
  });

describe('a span of a tool', () => {
  it.each<[string, Record<string, AttributeValue>, string, object]>([
    [
      'of the GenAI conventions',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'refund_order',
        'gen_ai.tool.call.id': 'call_1',
        'gen_ai.tool.call.arguments': '{"order":7}',
        'gen_ai.tool.call.result': { state: 'refunded' },
        'gen_ai.agent.name': 'support',
      },
      'span',
      {
        name: 'refund_order',
        id: 'call_1',
        args: '{"order":7}',
        result: { state: 'refunded' },
        agent: 'support',
        layer: 'genAi',
      },
    ],
    [
      'of LangChain by OpenLLMetry 0.27, which names the class of the tool',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.provider.name': 'langchain',
        'traceloop.span.kind': 'task',
        'traceloop.entity.name': 'DynamicStructuredTool',
      },
      'execute_tool DynamicStructuredTool',
      { name: '', layer: 'genAi' },
    ],
    [
      'of the AI SDK to version 6',
      {
        'operation.name': 'ai.toolCall',
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'refund_order',
        'ai.toolCall.id': 'call_1',
        'ai.toolCall.args': '{"order":7}',
        'ai.toolCall.result': '{"state":"refunded"}',
      },
      'ai.toolCall',
      {
        name: 'refund_order',
        id: 'call_1',
        args: '{"order":7}',
        result: '{"state":"refunded"}',
        layer: 'aiSdk',
      },
    ],
    [
      'of OpenInference',
      {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'refund_order',
        'tool.parameters': '{"order":"int"}',
        'input.value': '{"order":7}',
        'output.value': 'refunded',
      },
      'refund_order',
      { name: 'refund_order', args: '{"order":7}', result: 'refunded', layer: 'openInference' },
    ],
    [
      'of OpenLLMetry, with its arguments in a wrapper',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'refund_order',
        'traceloop.entity.input': '{"args":[],"kwargs":{"order":7}}',
        'traceloop.entity.output': '"refunded"',
      },
      'refund_order.tool',
      { name: 'refund_order', args: { order: 7 }, result: '"refunded"', layer: 'openLlmetry' },
    ],
    [
      'of OpenLLMetry, with arguments that have no names',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'refund_order',
        'traceloop.entity.input': '{"args":[7,"broken"],"kwargs":{}}',
      },
      'refund_order.tool',
      { name: 'refund_order', layer: 'openLlmetry' },
    ],
    [
      'of MCP, which follows the GenAI conventions as well',
      {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'refund_order',
      },
      'tools/call refund_order',
      { name: 'refund_order', layer: 'mcp' },
    ],
    [
      'of LangChain by OpenInference 4.1, which gives back a message',
      {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'refund_order',
        'input.value': '{"order":7}',
        'output.value':
          '{"output":{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"status":"success","content":"{\\"state\\":\\"refunded\\",\\"order\\":7}","tool_call_id":"call_1","name":"refund_order"}}}',
      },
      'refund_order',
      {
        name: 'refund_order',
        id: 'call_1',
        args: '{"order":7}',
        result: '{"state":"refunded","order":7}',
        layer: 'openInference',
      },
    ],
    [
      'of MCP by OpenLLMetry 0.27',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'refund_order',
        'traceloop.entity.input': '{"tool_name":"refund_order","arguments":{"order":7}}',
        'traceloop.entity.output': '{"result":"No such order.","is_error":true}',
      },
      'refund_order.tool',
      {
        name: 'refund_order',
        args: { order: 7 },
        result: 'No such order.',
        error: 'No such order.',
        layer: 'openLlmetry',
      },
    ],
    [
      'without any name',
      { 'gen_ai.operation.name': 'execute_tool' },
      'tool',
      { name: '', layer: 'genAi' },
    ],
  ])('%s is a call', (_, attributes, name, call) => {
    expect(read(attributes, { name })).toEqual({ role: 'tool', call, showsTools: true });
  });

  it('has an error without the stack', () => {
    const tool = { 'openinference.span.kind': 'TOOL', 'tool.name': 'a' };
    const stack =
      'No such order.\n\nError: No such order.\n    at tool.name (a.mjs:15:38)\n    at b';
    expect(read(tool, { error: stack }).call?.error).toBe('No such order.');
    expect(read(tool, { error: 'One.\nTwo.' }).call?.error).toBe('One.\nTwo.');
  });

  it('of an instrumentation that leaves calls out says so', () => {
    const tool = { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'a' };
    expect(read(tool, { scope: '@traceloop/node-server-sdk' })).toEqual({
      role: 'tool',
      call: { name: 'a', layer: 'openLlmetry' },
      showsTools: true,
      flaw: '@traceloop/node-server-sdk sends no span of a tool that failed.',
    });
  });

  it('has an error by its status, its exception or its attribute', () => {
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'a' };
    const errorOf = (...all: Parameters<typeof read>) => read(...all).call?.error;
    expect(errorOf(tool)).toBeUndefined();
    expect(errorOf(tool, { error: 'No such order.' })).toBe('No such order.');
    expect(errorOf({ ...tool, 'error.type': 'tool_error' })).toBe('tool_error');
    expect(errorOf({ ...tool, 'error.type': 'tool_error' }, { error: '' })).toBe('tool_error');
    expect(errorOf(tool, { error: '' })).toBe('The tool failed.');
  });
});

describe('a span of something else', () => {
  it('shows that tools are reported where its instrumentation reports each of them', () => {
    const chain = { 'openinference.span.kind': 'CHAIN' };
    expect(read(chain)).toEqual({});
    expect(read(chain, { scope: '@arizeai/openinference-instrumentation-langchain' })).toEqual({
      showsTools: true,
    });
  });

  it.each<[string, Record<string, AttributeValue>, object]>([
    ['a request', { 'http.request.method': 'POST' }, {}],
    ['another method of MCP', { 'mcp.method.name': 'tools/list' }, {}],
    ['an agent', { 'gen_ai.operation.name': 'invoke_agent' }, { role: 'agent', showsTools: true }],
    [
      'an agent of the AI SDK',
      { 'ai.operationId': 'ai.streamText' },
      { role: 'agent', showsTools: true },
    ],
    ['a workflow of OpenLLMetry', { 'traceloop.span.kind': 'workflow' }, {}],
    ['a model', { 'openinference.span.kind': 'LLM' }, { role: 'model' }],
    [
      'a model that stopped',
      { 'gen_ai.operation.name': 'chat', 'gen_ai.response.finish_reasons': ['stop'] },
      { role: 'model' },
    ],
    [
      'a model that asks for tools',
      { 'gen_ai.operation.name': 'chat', 'gen_ai.response.finish_reasons': '["tool_calls"]' },
      { role: 'model', asked: { calls: 1, layer: 'genAi' } },
    ],
    [
      'a model of the AI SDK that asks for tools',
      { 'ai.operationId': 'ai.streamText.doStream', 'ai.response.finishReason': 'tool-calls' },
      { role: 'model', asked: { calls: 1, layer: 'aiSdk' } },
    ],
    [
      'a model with the calls in its answer',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.output.messages':
          '[{"role":"assistant","parts":[{"type":"text","content":"a"},{"type":"tool_call","id":"1","name":"a"},{"type":"tool_call","id":"2","name":"b"}],"finish_reason":"tool_call"}]',
      },
      { role: 'model', asked: { calls: 2, layer: 'genAi' } },
    ],
    [
      'a model of AI SDK 6 with the calls in its answer',
      {
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.response.toolCalls': '[{"toolCallId":"1","toolName":"a","input":"{}"}]',
      },
      { role: 'model', asked: { calls: 1, layer: 'aiSdk' } },
    ],
    [
      'a model of OpenInference with the calls in attributes',
      {
        'openinference.span.kind': 'LLM',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'a',
        'llm.output_messages.0.message.tool_calls.1.tool_call.function.name': 'b',
        'llm.input_messages.0.message.tool_calls.0.tool_call.function.name': 'c',
      },
      { role: 'model', asked: { calls: 2, layer: 'openInference' } },
    ],
  ])('is no call: %s', (_, attributes, facts) => {
    expect(read(attributes)).toEqual(facts);
  });
});
