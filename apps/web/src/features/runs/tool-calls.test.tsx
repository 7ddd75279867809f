import { exactCount, type ToolReport, tokenUseOf } from '@parley/suite';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ToolCalls } from './tool-calls.tsx';

const show = (report: ToolReport) => renderToStaticMarkup(<ToolCalls report={report} />);

it('shows each call with its arguments, what came of it and what may be missing', () => {
  const html = show({
    format: 'ai-sdk',
    calls: [
      { name: 'get_order', args: { order: 7 }, stage: 'executed', round: 0, result: 'lamp' },
      { name: 'refund_order', rawArgs: '{"ord', stage: 'requested', round: 1 },
      { name: 'mail', args: {}, stage: 'executed', round: 1, error: 'no address' },
    ],
    gaps: ['The stream ended before the message did.'],
  });
  for (const text of ['get_order', 'Executed', 'Requested', 'no address', 'AI SDK UI messages']) {
    expect(html).toContain(text);
  }
  expect(html).toContain('The stream ended before the message did.');
});

it('shows nothing where nothing was called, nor where nothing was reported', () => {
  expect(show({ format: 'openai', calls: [] })).toBe('');
  expect(show({ format: 'openai', calls: [], gaps: ['x'], isForeign: true })).toBe('');
});

it('shows the tokens of the models, as far as they are known', () => {
  const tokens = tokenUseOf([{ input: exactCount(1_200), output: exactCount(34), model: 'm' }], []);
  expect(show({ format: 'openai', calls: [], tokens })).toContain(
    '1,234 tokens: 1,200 tokens of input, 34 tokens of output (m)',
  );
  const partly = { ...tokens, gaps: ['A span was lost.'] };
  const priced = { ...tokens, cost: { least: 0.02, most: 0.02, currency: 'USD' } };
  expect(show({ calls: [], tokens: priced })).toContain('output (m). Cost: 0.02 USD');
  const gaps = ['The model “m” has no price.'];
  const unpriced = { ...tokens, cost: { least: 0, currency: 'USD', gaps } };
  expect(show({ calls: [], tokens: unpriced })).toMatch(/Cost: an unknown cost.*“m” has no price/);
  expect(show({ calls: [], tokens: partly })).toContain('At least 1,234 tokens');
});
