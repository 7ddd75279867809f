/**
 * Routes: endpoints of the contract with their handlers. mount-routes.ts takes care of input, access, idempotency and errors,
 * so a handler starts with valid input and a scope.
 */
import type { Body, Endpoint, PathParams, Query, ResponseBody } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/db.ts';
import type { Scope, SessionScope } from '../database/scope.ts';

/** A visitor without a session. */
export interface PublicScope {
  db: Database;
  actor: null;
}

type ScopeOf<E extends Endpoint> = E['access'] extends 'public'
  ? PublicScope
  : E['access'] extends 'optional'
    ? SessionScope | PublicScope
    : E['access'] extends 'session'
      ? SessionScope
      : Scope;

export interface Call<E extends Endpoint> {
  params: PathParams<E>;
  query: Query<E>;
  body: Body<E>;
  /** Contains the database to use, which may be a transaction for an idempotent request. */
  scope: ScopeOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * A response made of parts that are stored as JSON and sent without parsing. Parsing and writing a megabyte again would delay
 * all other requests, and the parts were checked when they were stored.
 */
export class WrittenJson {
  /** Parts in order. Large texts are given as bytes. */
  readonly parts: readonly (string | Buffer)[];

  constructor(...parts: readonly (string | Buffer)[]) {
    this.parts = parts;
  }
}

// biome-ignore lint/suspicious/noConfusingVoidType: such handlers end without a value
type Result<E extends Endpoint> = E['response'] extends 'nothing' ? void : Content<E>;

type Content<E extends Endpoint> = ResponseBody<E> | WrittenJson;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>> | Result<E>;

/** Reads slow input before a database connection is held. */
type Prepare<E extends Endpoint, Prepared> = (
  call: Omit<Call<E>, 'request' | 'reply'>,
) => Promise<Prepared>;

export interface Route {
  endpoint: Endpoint;
  /** Refuses callers who must not know that the endpoint exists, before any of their input is read. */
  admit?: (scope: SessionScope) => Promise<void>;
  prepare?: Prepare<Endpoint, unknown>;
  handler: (call: Call<Endpoint>, prepared: unknown) => ReturnType<Handler<Endpoint>>;
}

/** Binds a handler to its endpoint. The types are checked here and erased afterwards. */
export function route<const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handler: handler as unknown as Handler<Endpoint> };
}

/**
 * Like `route`, for input that is slow to read. An idempotent request is one transaction, which holds a connection, and the
 * embedded database has only one. So `prepare` finishes before the transaction begins.
 */
export function preparedRoute<const E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: Prepare<E, Prepared>,
  handler: (call: Call<E>, prepared: Prepared) => Promise<Result<E>>,
): Route {
  return { endpoint, prepare, handler } as unknown as Route;
}
