const completions = '/chat/completions';

/** Other endpoints of the same API, which are not for chat completions. */
const isOtherEndpoint = /\/(?:completions|embeddings|models|responses)$/;

/**
 * Paths that client libraries accept as a base URL: they end in a version (`/v1`), or in `/openai`, under which other APIs
 * offer an OpenAI-compatible endpoint.
 */
const isBase = /\/(?:v\d+\w*|openai)$/;

type JudgeAddress = { url: string; problem?: undefined } | { url?: undefined; problem: string };

/** Completes the address of a judge, which is either the chat completions endpoint or its base URL. */
export function judgeAddress(written: string): JudgeAddress {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { problem: 'must be an address that starts with http:// or https://' };
  }
  if (url.username || url.password) {
    return { problem: 'contains a user name or a password. Put the key into PARLEY_JUDGE_KEY' };
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(completions) && (path === '' || isOtherEndpoint.test(path))) {
    return { problem: `has to end in /v1 or /v1${completions}` };
  }
  url.pathname = isBase.test(path) ? path + completions : path;
  return { url: url.href };
}
