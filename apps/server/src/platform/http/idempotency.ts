/**
 * Idempotent requests. The key is stored in the transaction that does the work, so either both exist or neither. A request that
 * is repeated after a crash gets the first response, or the work is done now. A concurrent repetition waits for the first one
 * at the key's row. Responses are encrypted, because some contain a secret that is shown only once.
 */
import { createHmac } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idempotencyKeys } from '../../db/schema/index.ts';
import type { Database } from '../database/db.ts';
import { inTransaction, type SessionScope } from '../database/scope.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Log } from '../observability/log.ts';
import { cleanUpRows, cleanUpWork } from '../queue/clean-up.ts';
import { defineJob, type Queue, type Work } from '../queue/queue.ts';
import { seal, unseal } from '../security/seal.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** Number of hours for which keys are kept. */
const keptHours = 24;

const purpose = 'idempotency';

/** Answers a request once per idempotency key. Requests without a key always do the work. `secret` is the installation's. */
export async function answerOnce<S extends SessionScope>(
  secret: string,
  scope: S,
  request: FastifyRequest,
  work: (scope: S) => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(request);
  if (key === undefined) return work(scope);
  // An API key belongs to one organization, but its user may have several, so each API key counts as a caller of its own.
  const row = { caller: scope.actor.apiKeyId ?? scope.actor.userId, key };
  return inTransaction(scope, async (inside) => {
    const print = fingerprint(secret, request);
    const isFirst = await insertKey(inside.db, { ...row, request: print });
    if (!isFirst) return repeatedAnswer(inside.db, secret, { ...row, request: print });
    const answer = await work(inside);
    const sealedAnswer = seal(secret, purpose, JSON.stringify(answer));
    await inside.db.update(idempotencyKeys).set({ sealedAnswer }).where(matches(row));
    return answer;
  });
}

export const deleteOldKeysJob = defineJob('idempotency.delete-old', z.object({}));

const oldKeys = cleanUpRows(
  'idempotency-keys',
  idempotencyKeys,
  lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${keptHours})`),
);

export function idempotencyWork(platform: { db: Database; queue: Queue; log: Log }): Work {
  return cleanUpWork(platform, deleteOldKeysJob, [oldKeys], '17 2 * * *');
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new ApiError('invalid_request', {
    message: 'Idempotency-Key has 1 to 200 visible ASCII characters.',
  });
}

/** Computes a keyed hash, so that the row does not help to guess a password in the request. */
function fingerprint(secret: string, request: FastifyRequest): string {
  const body = createHmac('sha256', secret)
    .update(`${purpose} ${JSON.stringify(request.body ?? null)}`)
    .digest('base64url');
  return `${request.method} ${request.url} ${body}`;
}

async function insertKey(
  db: Database,
  row: { caller: string; key: string; request: string },
): Promise<boolean> {
  const inserted = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return inserted.length === 1;
}

async function repeatedAnswer(
  db: Database,
  secret: string,
  row: { caller: string; key: string; request: string },
): Promise<Answer> {
  const [first] = await db.select().from(idempotencyKeys).where(matches(row));
  if (first?.request === row.request && first.sealedAnswer !== null)
    return JSON.parse(unseal(secret, purpose, first.sealedAnswer)) as Answer;
  throw new ApiError('idempotency_key_used');
}

function matches({ caller, key }: { caller: string; key: string }) {
  return and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
}
