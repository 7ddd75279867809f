import { errors } from '../packages/contract/src/errors.ts';

/** Generates docs/errors.md from the table in the contract. */
export function errorsDocs() {
  const rows = Object.entries(errors).map(([code, error]) => {
    const hint = 'hint' in error ? error.hint : '';
    return `| \`${code}\` | ${error.status} | ${error.message} | ${hint} |`;
  });
  return `# Errors

For developers who call the API. All errors have the same format, which is that of
[RFC 9457](https://www.rfc-editor.org/rfc/rfc9457), with the media type \`application/problem+json\`. In programs, check
\`code\`; \`title\`, \`detail\` and \`hint\` are for people, and \`detail\` may be more specific than the message in this table.

\`\`\`json
{
  "type": "/guide/errors#invalid_request",
  "title": "The request is not valid.",
  "status": 400,
  "detail": "The request is not valid.",
  "code": "invalid_request",
  "problems": [{ "path": "name", "pointer": "#/name", "message": "Enter a name." }],
  "requestId": "req-4f",
  "error": { "code": "invalid_request", "message": "The request is not valid.", "problems": […] }
}
\`\`\`

\`type\` is the place on this page, relative to the server. \`problems\` lists everything that is wrong with the input: each
with the \`path\` of the field and, in a body, its JSON \`pointer\`, or with the \`line\` and \`column\` of the text. With
\`requestId\`, which is in the header \`x-request-id\` as well, the operator finds the request in the log. \`error\` says the
same in the format of earlier releases, and stays.

| Code | Status | Message | Hint |
| --- | --- | --- | --- |
${rows.join('\n')}

For 429 and 503, the header \`Retry-After\` contains the seconds to wait. Requests that create something accept an
\`Idempotency-Key\`: if you repeat one with the same key within 24 hours, it is carried out only once, and you get the first
response again. If the second request differs from the first, it is refused with \`idempotency_key_used\`.
`;
}
