import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MetricChanges } from './metric-changes.tsx';
import { MetricLine } from './metric-line.tsx';

it('draws what is missing as a gap, and the goal as a dashed line', () => {
  const html = renderToStaticMarkup(<MetricLine values={[1, null, 0, 0.5]} goal={0.8} />);
  const path = / d="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path.match(/L/g)).toHaveLength(1);
  expect(html.match(/<circle/g)).toHaveLength(3);
  expect(html).toContain('stroke-dasharray');
  expect(renderToStaticMarkup(<MetricLine values={[1]} goal={undefined} />)).not.toContain('NaN');
  expect(renderToStaticMarkup(<MetricLine values={[null, null]} goal={1} />)).toBe('');
});

it('keeps the goal within the picture', () => {
  const html = renderToStaticMarkup(<MetricLine values={[1, 2]} goal={100} />);
  expect(html).not.toMatch(/(?:y1|cy)="-|NaN|Infinity/);
});

const result = (value: number | undefined): Parameters<typeof MetricChanges>[0]['before'] =>
  ({
    tests: [
      {
        name: 'A',
        outcome: 'passed',
        attempt: 1,
        steps: [
          {
            outcome: 'passed',
            metrics: ['accuracy'],
            measurements: [{ name: 'accuracy', ...(value === undefined ? {} : { value }) }],
          },
        ],
      },
    ],
  }) as never;

it('compares what two runs measured, and takes nothing that is missing for 0', () => {
  const text = (before: number | undefined, after: number | undefined) =>
    renderToStaticMarkup(<MetricChanges before={result(before)} after={result(after)} />)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  expect(text(0.9, 0.5)).toContain('accuracy 0.9 → to 0.5');
  expect(text(undefined, 0.5)).toContain('accuracy missing → to 0.5');
});
