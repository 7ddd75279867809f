import type { Evidence, Failure } from '@parley/suite';

/** A piece of evidence before it is stored. */
export interface Exhibit {
  kind: Evidence['kind'];
  bytes: Uint8Array;
}

/**
 * An error in a conversation that is not about the content of a reply. It carries what the result shows: the failure class, a
 * stable code, a message and a hint.
 */
export class ConversationError extends Error {
  readonly failure: Failure;
  /** Evidence of the failure. */
  readonly exhibits: Exhibit[];

  constructor(failure: Failure, options: ErrorOptions & { exhibits?: Exhibit[] } = {}) {
    super(failure.message, options);
    this.name = 'ConversationError';
    this.failure = failure;
    this.exhibits = options.exhibits ?? [];
  }
}

type Explanation = Omit<Failure, 'code'> & { code: string };

const unreachable = 'Check the address and that the bot is running.';

/** Failures by error code of Node, undici and the TLS library. */
const explanations: Record<string, Explanation> = {
  ECONNREFUSED: network('connection-refused', 'The bot refused the connection.', unreachable),
  EHOSTUNREACH: network('unreachable', 'There is no route to the bot.', unreachable),
  ENETUNREACH: network('unreachable', 'There is no route to the bot.', unreachable),
  ETIMEDOUT: network(
    'connect-timeout',
    'The bot did not accept the connection in time.',
    unreachable,
  ),
  UND_ERR_CONNECT_TIMEOUT: network(
    'connect-timeout',
    'The bot did not accept the connection in time.',
    unreachable,
  ),
  ENOTFOUND: network(
    'dns-not-found',
    'The host name of the bot does not exist (DNS).',
    'Check the spelling of the host name.',
  ),
  EAI_AGAIN: network('dns-failed', 'The host name of the bot could not be looked up (DNS).'),
  ECONNRESET: network('connection-closed', 'The bot dropped the connection.'),
  EPIPE: network('connection-closed', 'The bot dropped the connection.'),
  UND_ERR_SOCKET: network('connection-closed', 'The bot dropped the connection.'),
  EPROTO: tls(
    'The bot does not speak TLS at this address.',
    'Check whether the address should start with http or https.',
  ),
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: network(
    'http2-only',
    'The bot only speaks HTTP/2 at this address, and this channel needs HTTP/1.1.',
    'Let the server, or the proxy in front of it, offer http/1.1 in its TLS handshake (ALPN) as well.',
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: tls("The bot's certificate is for another host."),
  CERT_HAS_EXPIRED: tls("The bot's certificate has expired."),
  CERT_NOT_YET_VALID: tls("The bot's certificate is not valid yet."),
  ERROR_IN_CERT_NOT_BEFORE_FIELD: tls("The bot's certificate contains an invalid date."),
  ERROR_IN_CERT_NOT_AFTER_FIELD: tls("The bot's certificate contains an invalid date."),
  DEPTH_ZERO_SELF_SIGNED_CERT: tls("The bot's certificate is self-signed."),
  SELF_SIGNED_CERT_IN_CHAIN: tls("The bot's certificate is signed by an unknown authority."),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: tls('The certificate chain of the bot is incomplete.'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: tls(
    "The bot's certificate is signed by an unknown authority.",
  ),
  UND_ERR_HEADERS_OVERFLOW: network(
    'headers-too-large',
    'The response headers are larger than 16 KiB.',
  ),
  HPE_HEADER_OVERFLOW: network('headers-too-large', 'The response headers are larger than 16 KiB.'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: network(
    'malformed-answer',
    'The response is longer or shorter than its Content-Length.',
  ),
};

function network(code: string, message: string, hint?: string): Explanation {
  return { class: 'network', code, message, ...(hint && { hint }) };
}

function tls(message: string, hint = 'Renew or correct the certificate of the bot.'): Explanation {
  return { class: 'network', code: 'tls', message, hint };
}

/** Converts a thrown value to a failure for a conversation's result. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConversationError) return error.failure;
  for (let cause = error; cause instanceof Error; cause = firstCause(cause)) {
    if (cause instanceof ConversationError) return cause.failure;
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    const known = explanations[code];
    if (known) return known;
    if (code.startsWith('ERR_SSL_')) return tls('The bot does not speak TLS at this address.');
    if (code.startsWith('ERR_HTTP2_') || cause.message.startsWith('HTTP/2: '))
      return explanations.ECONNRESET as Explanation;
    if (code.startsWith('HPE_') || cause.name === 'HTTPParserError')
      return network('malformed-answer', 'The bot answered with something that is not HTTP.');
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { class: 'internal', code: 'unexpected', message: `Parley failed: ${detail}` };
}

/**
 * Returns the next error in the chain of causes. Node wraps the errors of several addresses in an AggregateError; the first
 * one is enough.
 */
function firstCause(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}
