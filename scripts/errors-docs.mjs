import { errors } from '../packages/contract/src/errors.ts';

/** docs/errors.md, from the table of the contract. */
export function errorsDocs() {
  const rows = Object.entries(errors).map(([code, error]) => {
    const hint = 'hint' in error ? error.hint : '';
    return `| \`${code}\` | ${error.status} | ${error.message} | ${hint} |`;
  });
  return `# Errors

Whatever goes wrong, the API answers with one shape. Programs look at \`code\`; \`message\` and \`hint\` are for
people and may be more precise than in this table. \`problems\` lists everything that is wrong with the input,
each with the \`path\` of the field or the \`line\` and \`column\` of the text.

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

With 429 and 503 the header \`Retry-After\` names the seconds to wait. A request that creates something takes an
\`Idempotency-Key\`: sent again with the same key within 24 hours, it is answered like the first time and done
once.
`;
}
