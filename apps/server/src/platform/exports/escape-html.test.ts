import { expect, it } from 'vitest';
import { escapeHtml } from './escape-html.ts';

it.each([
  ['<b title="x">', '&lt;b title=&quot;x&quot;&gt;'],
  ["it's", 'it&#39;s'],
  ['&lt;', '&amp;lt;'],
  ['nothing to escape', 'nothing to escape'],
])('writes %j as %j in HTML', (text, written) => {
  expect(escapeHtml(text)).toBe(written);
});
