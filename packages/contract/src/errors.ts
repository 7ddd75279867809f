/** An error of the API. The list of errors below is complete. */
export interface ErrorDefinition {
  status: number;
  /** User-facing text without internals. A handler can send a more precise one. */
  message: string;
  hint?: string;
}

export const errors = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  malformed_json: { status: 400, message: 'The body is not valid JSON.' },
  not_signed_in: {
    status: 401,
    message: 'Authorization is missing or no longer valid.',
    hint: 'Sign in again.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is missing, unknown, expired or revoked.',
    hint: 'Send an API key from your account page as Authorization: Bearer parley_…',
  },
  invalid_token: {
    status: 401,
    message: 'The link or token is invalid, was already used or has expired.',
  },
  proof_needed: {
    status: 403,
    message: 'Confirm your identity first.',
    hint: 'Enter your password again, or sign in again.',
  },
  other_sign_in_needed: {
    status: 403,
    message:
      'Your sign-in belongs to another organization’s single sign-on and opens only that organization.',
    hint: 'Sign in again with your password or another personal method.',
  },
  not_allowed: {
    status: 403,
    message: 'Your role does not allow this.',
    hint: 'Ask an administrator of the organization.',
  },
  subscription_inactive: {
    status: 403,
    message: 'The subscription of this organization is not active.',
    hint: 'Contact sales to continue.',
  },
  quota_reached: {
    status: 402,
    message: 'The plan’s quota is used up.',
    hint: 'See Billing & Usage.',
  },
  load_testing_off: {
    status: 403,
    message: 'Load testing is turned off for your account.',
    hint: 'Ask the operator of this installation.',
  },
  target_not_proven: {
    status: 403,
    message: 'You have not verified yet that you control this bot.',
    hint: 'Prove it with a file or a DNS record, or stay within 5 turns per second.',
  },
  misdirected: {
    status: 421,
    message: 'This server does not serve this host name.',
    hint: 'Open it at its own address.',
  },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support this method.',
    hint: 'The Allow header lists those that it supports.',
  },
  conflict: { status: 409, message: 'It was changed in the meantime.', hint: 'Reload it.' },
  precondition_failed: {
    status: 412,
    message: 'It has changed since the version in If-Match.',
    hint: 'Read it again, and send the ETag of that response.',
  },
  name_taken: { status: 409, message: 'This name is already used here.' },
  not_empty: { status: 409, message: 'It is not empty.' },
  device_in_use: { status: 409, message: 'The virtual device is in use.' },
  agent_in_use: { status: 409, message: 'Test suites name this agent.' },
  last_owner: { status: 409, message: 'An organization needs an owner.' },
  too_many_keys: {
    status: 409,
    message: 'You have reached the maximum number of API keys.',
    hint: 'Revoke one that is no longer used.',
  },
  conversation_over: {
    status: 409,
    message: 'The conversation has ended.',
    hint: 'Start another one.',
  },
  idempotency_key_used: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
    hint: 'Use a new key for each new request.',
  },
  limit_reached: { status: 409, message: 'The limit is reached.' },
  run_finished: { status: 409, message: 'The run has already ended.' },
  run_going: {
    status: 409,
    message: 'The run is still in progress.',
    hint: 'Wait until it has ended, or cancel it.',
  },
  no_baseline: {
    status: 409,
    message: 'There is no such run to compare with.',
    hint: 'Run the whole suite with the previous version, in the same environment and with the same device.',
  },
  verdict_not_open: {
    status: 409,
    message: 'There is no verdict to override.',
    hint: 'Wait until the run has ended. Tests that did not run have no verdict.',
  },
  load_limit: {
    status: 409,
    message: 'This is more concurrent virtual users than the installation allows.',
    hint: 'Use fewer, or wait until other load tests have finished.',
  },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body must be JSON.',
    hint: 'Send it with Content-Type: application/json.',
  },
  too_much_work: {
    status: 422,
    message: 'This takes more time or memory than one request is allowed.',
    hint: 'Use a smaller test suite or file, or do it in parts.',
  },
  suite_invalid: { status: 422, message: 'The test suite has errors.' },
  schedule_invalid: { status: 422, message: 'The schedule is invalid.' },
  target_refused: { status: 422, message: 'This address cannot be used.' },
  installation_not_ready: {
    status: 409,
    message: 'Parley is not set up for this run yet.',
    hint: 'The problems list what is missing.',
  },
  suite_not_runnable: { status: 422, message: 'The test suite cannot be run yet.' },
  headers_too_large: { status: 431, message: 'The address or the headers are too long.' },
  too_many_requests: {
    status: 429,
    message: 'Too many requests.',
    hint: 'Wait a moment and try again.',
  },
  // Sign-in. The codes are those in the specification's table; the dashboard maps them to texts.
  'auth/invalid-email': { status: 400, message: 'Not an email address.' },
  'auth/weak-password': {
    status: 400,
    message: 'The password is too weak.',
    hint: 'Use 8 characters or more with an uppercase and a lowercase letter, a digit and a special character.',
  },
  'auth/invalid-action-code': {
    status: 400,
    message: 'The link is invalid, was already used or has expired.',
    hint: 'Ask for a new one.',
  },
  'auth/user-not-found': { status: 401, message: 'There is no account with this email.' },
  'auth/wrong-password': { status: 401, message: 'The password is wrong.' },
  'auth/invalid-login-credentials': { status: 401, message: 'Email or password is wrong.' },
  'auth/invalid-custom-token': {
    status: 401,
    message: 'The sign-in token is invalid, was already used or has expired.',
  },
  'auth/requires-recent-login': { status: 401, message: 'Sign in again first.' },
  'auth/user-disabled': { status: 403, message: 'This account is disabled.' },
  'auth/operation-not-allowed': {
    status: 403,
    message: 'This way of signing in is not available.',
  },
  'auth/company-email-needed': {
    status: 403,
    message:
      'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.',
  },
  'auth/sign-up-closed': {
    status: 403,
    message: 'New accounts are by invitation only.',
    hint: 'Ask an administrator of your organization for an invitation.',
  },
  'auth/email-already-in-use': { status: 409, message: 'There is already an account.' },
  'auth/too-many-requests': {
    status: 429,
    message: 'Too many failed attempts.',
    hint: 'Wait for the number of seconds in Retry-After.',
  },
  'auth/too-many-reset-mails': {
    status: 429,
    message: 'No email was sent, because several were requested for this address within an hour.',
    hint: 'Look for the earlier emails, also in the spam folder, or wait for the number of seconds in Retry-After.',
  },
  internal: { status: 500, message: 'Something went wrong on our side.' },
  unavailable: {
    status: 503,
    message: 'The service is not available at the moment.',
    hint: 'Try again in a few seconds.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;

/** A single problem with the input. `path` points into the body or the text. */
export interface ErrorProblem {
  path?: string;
  /** The same location in the body as a JSON pointer (RFC 6901) in a URI fragment, such as `#/tests/0/name`. */
  pointer?: string;
  line?: number;
  column?: number;
  message: string;
  hint?: string;
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string; hint?: string; problems?: ErrorProblem[] };
}

/** Media type of every error response. */
export const problemType = 'application/problem+json';

/** @returns true if the media type is JSON, including the type of errors */
export const isJsonType = (type: string | null | undefined): boolean =>
  /^application\/(problem\+)?json\b/.test(type ?? '');

/** The body of every error, as RFC 9457 defines it. Clients of earlier releases read the same information from `error`. */
export interface ProblemBody extends ErrorBody {
  /** Path of this server's page about the error. */
  type: string;
  /** Title, identical for all errors with this code. */
  title: string;
  status: number;
  /** What was wrong in this case. */
  detail: string;
  code: ErrorCode;
  hint?: string;
  problems?: ErrorProblem[];
  /** Identifies the request in the operator's log. The header `x-request-id` has the same value. */
  requestId?: string;
}
