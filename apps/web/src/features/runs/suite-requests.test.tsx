import type { RequestResult } from '@parley/suite';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SuiteRequests } from './suite-requests.tsx';

const requests: RequestResult[] = [
  {
    at: 1,
    when: 'before',
    place: 0,
    outcome: 'passed',
    sent: {
      method: 'POST',
      url: 'http://api/orders',
      tries: 1,
      ms: 12,
      answer: { status: 201, body: '{"id":7}' },
    },
    verdicts: [],
    saved: { order: '7' },
  },
  {
    at: 2,
    when: 'after',
    place: 0,
    outcome: 'error',
    sent: { method: 'DELETE', url: 'http://api/orders/7', tries: 1, ms: 12 },
    verdicts: [],
    failure: {
      class: 'configuration',
      code: 'clean-up-failed',
      message: 'The clean-up failed: 500',
    },
  },
];

const show = (when: 'before' | 'after', toldFailure?: string) =>
  renderToStaticMarkup(<SuiteRequests requests={requests} when={when} toldFailure={toldFailure} />);

it('shows what was sent before a test, its answer and what was saved', () => {
  const html = show('before');
  for (const text of [
    'Requests before the test',
    'POST http://api/orders',
    'Status 201',
    'order = 7',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).not.toContain('DELETE');
});

it('says which requests were sent once for the whole run', () => {
  expect(show('before')).not.toContain('once for the run');
  const ofRun = requests.map((one) => ({ ...one, isOfRun: true as const }));
  const html = renderToStaticMarkup(<SuiteRequests requests={ofRun} when="before" />);
  expect(html).toContain('once for the run');
});

it('shows a clean-up that failed, once', () => {
  expect(show('after')).toContain('The clean-up failed: 500');
  expect(show('after', 'The clean-up failed: 500')).not.toContain('The clean-up failed: 500');
});
