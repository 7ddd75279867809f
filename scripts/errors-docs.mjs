import { errors } from '../packages/contract/src/errors.ts';

/** docs/errors.md, from the table of the contract. */
export function errorsDocs() {
  const rows = Object.entries(errors).map(([code, error]) => {
    const hint = 'hint' in error ? error.hint : '';
    return `| \`${code}\` | ${error.status} | ${error.message} | ${hint} |`;
  });
  return `# Errors

For developers who call the API. All errors have the same format. In programs, check \`code\`; \`message\` and
\`hint\` are for people and may be more specific than in this table. \`problems\` lists everything that is wrong with
the input, each with the \`path\` of the field or the \`line\` and \`column\` of the text.

\`\`\`json
{
  "error": {
    "code": "invalid_request",
    "message": "The request is not valid.",
    "problems": [{ "path": "name", "message": "A name is needed." }]
  }
}
\`\`\`

| Code | Status | Message | Hint |
| --- | --- | --- | --- |
${rows.join('\n')}

For 429 and 503, the header \`Retry-After\` contains the seconds to wait. Requests that create something accept an
\`Idempotency-Key\`: if you repeat one with the same key within 24 hours, it is carried out only once, and you get the first
response again.
`;
}
