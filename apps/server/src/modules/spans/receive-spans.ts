/**
 * Receives spans of agents over OTLP/HTTP, with an API key. It is not part of the contract, because exporters determine its
 * path, encodings, status codes and errors.
 */
import {
  answerRefused,
  answerTaken,
  rpcCodes,
  SpansRefused,
  spanFormatOf,
  spanRequestBytesMax,
  spansTooLarge,
  unpackedSpans,
} from '@parley/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRecentCache } from '../../platform/cache/recent-cache.ts';
import { isDatabaseAway } from '../../platform/database/is-database-away.ts';
import { type WorkScope, workScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { enterWithKey } from '../../platform/http/access.ts';
import type { AuthenticateKey } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { pooledWork } from '../../platform/work-pool/work-pool.ts';
import { decodeKeptSpans } from './decode-kept-spans.ts';
import { createLossNotes } from './loss-notes.ts';
import { appendSpans, readJoinAttributes } from './span-logs.ts';
import { countReceived, countRefused } from './span-metrics.ts';

/** Path of the receiver. Exporters append /v1/traces to OTEL_EXPORTER_OTLP_ENDPOINT. */
const tracesPath = '/api/v1/otlp/v1/traces';

/** Maximum number of requests per minute and IP address: an agent can export each span as it ends. */
const requestsPerMinute = 6000;

/** Maximum number of bytes of requests that a process holds at the same time, in total and per organization. */
const heldBytesMax = 128 * 1024 * 1024;
const heldBytesPerOrganizationMax = 64 * 1024 * 1024;

/** Assumed ratio between the unpacked and the packed size of a compressed request. */
const unpackedFactor = 4;

/** Maximum size in bytes of a request that is decoded on the event loop. The pool decodes larger ones. */
const decodedHereBytesMax = 256 * 1024;

const decoding = pooledWork<typeof decodeKeptSpans>(
  './decode-kept-spans.ts',
  import.meta.url,
  'decodeKeptSpans',
);

/**
 * Number of API keys whose organization is remembered, so that the loss is recorded even if a request is refused before its key
 * is checked.
 */
const exportersMax = 1000;

export function mountSpanReceiver(
  app: FastifyInstance,
  platform: Platform,
  authenticateKey: AuthenticateKey,
): void {
  const { db, news, pool } = platform;
  const scopes = new WeakMap<FastifyRequest, WorkScope>();
  const holds = new WeakMap<FastifyRequest, Hold>();
  const exporters = createRecentCache<string>({ sizeMax: exportersMax });
  const held = createHeldBytes();
  const losses = createLossNotes(platform);

  /** @throws SpansRefused */
  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const scope = scopes.get(request) as WorkScope;
    const { organizationId } = scope;
    const format = spanFormatOf(request.headers);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    holds.get(request)?.grow(format.isPacked ? body.length * unpackedFactor : body.length);
    const plain = await unpackedSpans(body, format);
    const joinedBy = await readJoinAttributes(scope);
    const input = { plain, encoding: format.encoding, joinedBy };
    const outcome =
      plain.length > decodedHereBytesMax
        ? await pool.run(decoding, input, { organizationId })
        : decodeKeptSpans(input);
    if ('refused' in outcome) {
      const { status, code, message } = outcome.refused;
      throw new SpansRefused(status, code, message);
    }
    const { spans, ...rejections } = outcome.decoded;
    // Record the loss before the other spans, so that a reader of those spans knows that some are missing.
    if (rejections.reason !== undefined) {
      await losses.note(organizationId, rejections.reason);
      countRefused(200);
    }
    countReceived(await appendSpans(scope, news, spans));
    const answer = answerTaken(format, rejections);
    return reply.code(200).headers(answer.headers).send(Buffer.from(answer.body));
  }

  async function refuse(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const refused = refusalFor(error);
    const organizationId =
      scopes.get(request)?.organizationId ?? exporters.get(request.headers.authorization ?? '');
    if (refused.status >= 500) request.log.warn({ err: error }, 'Spans could not be taken');
    if (organizationId !== undefined) await losses.note(organizationId, refused.message);
    countRefused(refused.status);
    const answer = answerRefused(refused, request.headers);
    return reply.code(refused.status).headers(answer.headers).send(Buffer.from(answer.body));
  }

  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    inner.setErrorHandler(refuse);
    // Runs after the rate limit and before the body is read.
    inner.addHook('preParsing', async (request, reply) => {
      const { organizationId } = await enterWithKey({ db, authenticateKey }, 'spans.send', request);
      scopes.set(request, workScope(db, organizationId));
      exporters.set(request.headers.authorization ?? '', organizationId);
      const hold = held.begin(organizationId);
      holds.set(request, hold);
      reply.raw.once('close', hold.end);
      hold.grow(lengthOf(request));
    });
    inner.post(
      tracesPath,
      {
        bodyLimit: spanRequestBytesMax,
        config: { rateLimit: { max: requestsPerMinute } },
      },
      take,
    );
  });
}

/** @returns the declared length of the body in bytes, limited to the maximum; 0 if none is declared */
function lengthOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? 0);
  return Number.isFinite(length) ? Math.min(length, spanRequestBytesMax) : 0;
}

/** Memory reserved for one request. */
interface Hold {
  /**
   * Reserves memory for `bytes` in total.
   *
   * @throws SpansRefused if that would exceed a limit
   */
  grow(bytes: number): void;
  end(): void;
}

/** Counts the bytes held by active requests, per organization and in total. */
function createHeldBytes() {
  const byOrganization = new Map<string, number>();
  let all = 0;
  return {
    begin(organizationId: string): Hold {
      let held = 0;
      const change = (bytes: number) => {
        const own = (byOrganization.get(organizationId) ?? 0) + bytes;
        held += bytes;
        all += bytes;
        if (own > 0) byOrganization.set(organizationId, own);
        else byOrganization.delete(organizationId);
      };
      return {
        grow(bytes) {
          const more = Math.max(0, bytes - held);
          const own = byOrganization.get(organizationId) ?? 0;
          if (own + more > heldBytesPerOrganizationMax || all + more > heldBytesMax) {
            throw new SpansRefused(429, rpcCodes.exhausted, 'The receiver is busy.');
          }
          change(more);
        },
        end: () => change(-held),
      };
    },
  };
}

/** Converts an error to a refusal in terms of OTLP, whose exporters retry only after 429, 502, 503 and 504. */
function refusalFor(error: unknown): SpansRefused {
  if (error instanceof SpansRefused) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return spansTooLarge();
  if (error instanceof ApiError) {
    const { status, message, hint } = error;
    if (error.code === 'too_much_work') return spansTookTooLong();
    const text = hint === undefined ? message : `${message} ${hint}`;
    return new SpansRefused(status, rpcCodeOf(status), text);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new SpansRefused(400, rpcCodes.invalid, 'A request with spans was cut off.');
  }
  return isDatabaseAway(error)
    ? new SpansRefused(503, rpcCodes.unavailable, 'Spans cannot be stored at the moment.')
    : new SpansRefused(500, rpcCodes.internal, 'Something went wrong on our side.');
}

/** A busy machine takes long for any request, so the exporter retries, and drops nothing. */
const spansTookTooLong = () =>
  new SpansRefused(
    503,
    rpcCodes.unavailable,
    'A request with spans could not be read in time. If this happens again, let the exporter send fewer spans at once.',
  );

const rpcCodeOf = (status: number): number =>
  status === 401
    ? rpcCodes.unauthenticated
    : status === 403
      ? rpcCodes.denied
      : status === 429
        ? rpcCodes.exhausted
        : status === 503
          ? rpcCodes.unavailable
          : rpcCodes.invalid;
