import { expect, it } from 'vitest';
import { escapeXml } from './escape-xml.ts';

it.each([
  ['a < b & "c" > d', 'a &lt; b &amp; &quot;c&quot; &gt; d'],
  ['&amp;', '&amp;amp;'],
  ['tab\tand\nline', 'tab\tand\nline'],
  ['bell\u0007 and nul\u0000', 'bell\ufffd and nul\ufffd'],
  ['half a pair \ud83d', 'half a pair \ufffd'],
  ['not a character \uffff', 'not a character \ufffd'],
  ['a face \u{1f642}', 'a face \u{1f642}'],
])('writes %j as %j in XML', (text, written) => {
  expect(escapeXml(text)).toBe(written);
});
