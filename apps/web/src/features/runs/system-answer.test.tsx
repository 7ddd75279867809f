import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SystemAnswerView } from './system-answer.tsx';

it('shows the status, the tries and the body of the last answer', () => {
  const html = renderToStaticMarkup(
    <SystemAnswerView
      checked={{
        method: 'GET',
        url: 'http://api/orders/7',
        tries: 3,
        ms: 1234,
        answer: {
          status: 404,
          type: 'application/json',
          body: '{"error":"gone"}',
          bodyLength: 20_000,
          isMasked: true,
        },
      }}
    />,
  );
  for (const text of ['Status 404', '3 tries, ', '1.2 s', 'gone', '20,000', 'Secrets are masked']) {
    expect(html).toContain(text);
  }
});

it('shows nothing where no answer came', () => {
  const checked = { method: 'GET', url: 'http://api', tries: 1, ms: 5 } as const;
  expect(renderToStaticMarkup(<SystemAnswerView checked={checked} />)).toBe('');
});
