import { companyPattern } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newSecret } from '../../../platform/security/ids.ts';
import { callerHeaders, sendCookies } from '../sessions/auth-session.ts';
import { type Auth, authPath } from '../sessions/better-auth.ts';
import { type OwnCookie, sendCookie } from '../sessions/cookies.ts';
import { type Assertion, collectAssertion } from '../sessions/saml-assertions.ts';
import {
  channelOf,
  closeWindow,
  type WindowOutcome,
  windowError,
  windowLimits,
  windowPath,
} from '../sessions/sign-in-window.ts';
import { emailDomain } from '../users/canonical-email.ts';
import { issueToken, sha256, spendToken } from '../users/one-time-tokens.ts';
import { explainRefusal, RefusedResponse, type SamlRefusal } from './explain-refusal.ts';
import { mayTest } from './may-test.ts';
import { hasTooManyTags } from './saml-markup.ts';
import { answeredRequestIn, requestIdIn } from './saml-requests.ts';
import { storedMetadata } from './set-single-sign-on.ts';
import { findProvenProvider, type SsoProviderRow, stampOf } from './single-sign-on.queries.ts';

/** Proves that this browser received a genuine response. Only tokenForSAML accepts it. */
export const samlProofCookie: OwnCookie = {
  name: 'parley.saml',
  path: '/internal/v1/users/tokenForSAML',
  maxAgeS: 60,
};

/**
 * Identifies the browser that started the sign-in, so that a response from another browser, for example through a malicious
 * page, is useless. It is read together with the proof, because browsers do not send such a cookie with a form from the
 * provider.
 */
export const samlBrowserCookie: OwnCookie = {
  name: 'parley.saml-browser',
  path: samlProofCookie.path,
  maxAgeS: 600,
};

const servicePath = `${authPath}/sso/saml2/sp`;

/** Maximum size of the form in bytes. The library accepts responses up to 256 KiB, and the form encodes them. */
const formBytesMax = 400_000;

/** Mounts the sign-in window for companies' identity providers. It ends with a proof instead of a session. */
export function mountSamlWindow(app: FastifyInstance, platform: Platform, auth: Auth): void {
  const { config } = platform;

  app.get(`${windowPath}/saml.:company`, windowLimits, async (request, reply) => {
    const channel = channelOf(request);
    const secret = newSecret();
    const browser = sha256(secret);
    const { company } = request.params as { company: string };
    const providerId = readProviderId(`saml.${company}`);
    const isTest =
      'test' in (request.query as object) &&
      (await mayTest(platform.db, auth, request, providerId));
    const query = new URLSearchParams({ channel, browser, ...(isTest && { test: 'yes' }) });
    const callbackURL = `${config.publicUrl}${windowPath}/closing?${query}`;
    try {
      const { response, headers } = await auth.api.signInSSO({
        body: { providerId, callbackURL, errorCallbackURL: callbackURL },
        headers: callerHeaders(request),
        returnHeaders: true,
      });
      const payload = { requestId: requestIdIn(response.url) };
      await issueToken(platform.db, 'saml-request', { token: browser, payload });
      sendCookies(reply, headers);
      sendCookie(reply, config.publicUrl, samlBrowserCookie, secret);
      return reply.redirect(response.url, 303);
    } catch (error) {
      request.log.info({ err: error, providerId }, 'There is no such single sign-on');
      return closeWindow(reply, channel, { error: 'auth/operation-not-allowed' });
    }
  });

  app.get(`${servicePath}/metadata`, windowLimits, async (request, reply) => {
    const providerId = readProviderId((request.query as Record<string, unknown>).providerId);
    const response = await auth.api.spMetadata({ query: { providerId }, asResponse: true });
    return reply
      .code(response.status)
      .type(response.headers.get('content-type') ?? 'text/plain')
      .send(await response.text());
  });

  // Providers send forms, which no other route accepts.
  app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    inner.post(`${servicePath}/acs/:providerId`, windowLimits, (request, reply) =>
      receiveAnswer(platform, auth, request, reply),
    );
  });
}

/** Checks the form of a provider's id before anything else uses it. */
function readProviderId(text: unknown): string {
  const [, company = ''] = typeof text === 'string' ? text.split(/^saml\./) : [];
  if (!companyPattern.test(company)) throw new ApiError('not_found');
  return `saml.${company}`;
}

async function receiveAnswer(
  platform: Platform,
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { config, db, log } = platform;
  const providerId = readProviderId((request.params as Record<string, string>).providerId);
  const body = readForm(request.body as URLSearchParams | undefined);
  const asserting = await findProvenProvider(db, providerId);
  const { response, assertion } = await checkAnswer(auth, request, providerId, body);
  const asked = askedIn(response, config.publicUrl);
  const channel = asked.get('channel') ?? '';
  if (channel === '' && body !== null && !namesRequest(body.SAMLResponse)) {
    log.info({ providerId }, 'A sign-in that began at the identity provider starts again here');
    return reply.redirect(signInAddress(providerId), 303);
  }
  try {
    if (!assertion) throw refusalOf(asked, body, asserting);
    const browser = asked.get('browser') ?? '';
    await requireOwnRequest(platform, browser, body?.SAMLResponse ?? '', asserting);
    if (assertion.email === undefined) return closeWindow(reply, channel, {});
    const { email } = assertion;
    const provider = requireDomain(asserting, email);
    const { organizationId } = provider;
    const providerStamp = stampOf(provider);
    const proof = await issueToken(db, 'saml-proof', {
      payload: { email, organizationId, providerStamp, browser },
    });
    sendCookie(reply, config.publicUrl, samlProofCookie, proof);
    return closeWindow(reply, channel, { email });
  } catch (error) {
    if (!(error instanceof RefusedResponse))
      return closeWindow(reply, channel, { error: windowError(request, error) });
    const { refusal } = error;
    log.warn({ providerId, ...refusal }, 'The response of an identity provider was refused');
    return closeWindow(reply, channel, outcomeOf(refusal, asked.has('test')));
  }
}

/** Returns what the window announces. Everybody else than an administrator who tests the connection gets no reason. */
function outcomeOf({ reason, seconds }: SamlRefusal, isTest: boolean): WindowOutcome {
  const error = reason === 'domain' ? 'auth/operation-not-allowed' : 'auth/internal-error';
  if (!isTest) return { error };
  return { error, reason, ...(seconds !== undefined && { seconds: String(seconds) }) };
}

/**
 * Returns the page on which people begin to sign in. The relay state of a provider is ignored, because it could lead anywhere,
 * and the response as well, because a stolen one would sign in the wrong browser.
 */
function signInAddress(providerId: string): string {
  return `/signin/sso?company=${encodeURIComponent(providerId.replace(/^saml\./, ''))}`;
}

/** Tells if a response names a request anywhere. Responses that a provider sends by itself name none. */
function namesRequest(answer: string): boolean {
  return /\bInResponseTo\s*=\s*["'][^"']/.test(Buffer.from(answer, 'base64').toString());
}

async function checkAnswer(
  auth: Auth,
  request: FastifyRequest,
  providerId: string,
  body: { SAMLResponse: string; RelayState?: string } | null,
): Promise<{ response: Response; assertion: Assertion | null }> {
  if (body === null) return { response: new Response(null, { status: 400 }), assertion: null };
  return collectAssertion(() =>
    auth.api.acsEndpoint({
      method: 'POST',
      params: { providerId },
      body,
      headers: callerHeaders(request),
      asResponse: true,
    }),
  );
}

/** Errors of the library about the sign-in to which a response belongs, not about the response. */
const requestErrors = ['invalid_state', 'replay_detected'];
const requestDescriptions = ['Unknown or expired request ID', 'Provider mismatch'];

function refusalOf(
  asked: URLSearchParams,
  body: { SAMLResponse: string } | null,
  provider: SsoProviderRow | undefined,
): RefusedResponse {
  if (body === null) return new RefusedResponse({ reason: 'unreadable' });
  const isAboutRequest =
    requestErrors.includes(asked.get('error') ?? '') ||
    requestDescriptions.includes(asked.get('error_description') ?? '');
  if (!provider || isAboutRequest) return new RefusedResponse({ reason: 'request' });
  const xml = Buffer.from(body.SAMLResponse, 'base64').toString();
  return new RefusedResponse(explainRefusal(xml, storedMetadata(provider), Date.now()));
}

/** Reads the form. Null if it does not have exactly one response, or the response has unusual markup. */
function readForm(
  form = new URLSearchParams(),
): { SAMLResponse: string; RelayState?: string } | null {
  const [SAMLResponse, ...others] = form.getAll('SAMLResponse');
  const [RelayState, ...otherStates] = form.getAll('RelayState');
  if (SAMLResponse === undefined || others.length + otherStates.length > 0) return null;
  if (hasOddMarkup(SAMLResponse)) return null;
  return RelayState === undefined ? { SAMLResponse } : { SAMLResponse, RelayState };
}

/**
 * Detects document types, entity declarations, comments, CDATA sections, processing instructions, and an excessive number of
 * tags. Providers do not need them, and in other products, parsers that disagree about them have let forged responses through.
 */
function hasOddMarkup(answer: string): boolean {
  const xml = Buffer.from(answer, 'base64').toString();
  const withoutDeclaration = xml.replace(/^\s*<\?xml\s[^<>]*\?>/, '');
  return /<[!?]/.test(withoutDeclaration) || hasTooManyTags(xml);
}

/**
 * Refuses responses to requests of other browsers. The request for which the provider signed the response has to be the one
 * that the browser in the relay state started. Each request can be used once. Requests that a server of the previous release
 * started are unknown here, so their responses are refused, and the next attempt succeeds.
 */
async function requireOwnRequest(
  { db }: Platform,
  browser: string,
  answer: string,
  provider: SsoProviderRow | undefined,
): Promise<void> {
  const answered = provider ? answeredRequestIn(answer, storedMetadata(provider)) : null;
  const begun = await spendToken(db, 'saml-request', browser);
  if (answered !== null && begun?.payload.requestId === answered) return;
  throw new RefusedResponse({ reason: 'request' });
}

/**
 * Refuses addresses outside the domain that the provider's organization has proven, whatever the provider asserts. `provider`
 * has the settings from before the response was checked: if only other settings would accept the response, the proof is
 * worthless.
 */
function requireDomain(provider: SsoProviderRow | undefined, email: string): SsoProviderRow {
  if (provider?.domain === emailDomain(email)) return provider;
  throw new RefusedResponse({ reason: 'domain' });
}

/** Reads the parameters of the window from the URL to which the library redirects the browser. */
function askedIn(response: Response, publicUrl: string): URLSearchParams {
  return new URL(response.headers.get('location') ?? '', publicUrl).searchParams;
}
