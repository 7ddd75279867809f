/**
 * Endpoints: one object each. The server mounts them, the client calls them, the tests iterate over them, and the API
 * description at /docs is generated from them.
 */
import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Callers of an endpoint. `public`: anyone. `optional`: anyone; if a token is sent, the handler gets the caller, and an
 * expired token is refused. `session`: a signed-in user; a `{userId}` in the path must be the caller's own. `organization`: a
 * member of the organization `{orgId}` whose role has the permission, and whose address is verified unless the permission is
 * `organization.read`. `apiKey`: an API key; its organization and its creator's role there must have the permission.
 */
export type Access =
  | 'public'
  | 'optional'
  | 'session'
  | { organization: Permission }
  | { apiKey: Permission };

/** Header with an id that a browser tab generates and sends with its changes: up to 64 letters, digits, - and _. */
export const tabHeader = 'x-parley-tab';

/** Parts of an organization that pages show: the organization with its members and invitations, or one of its lists. */
export type OrganizationPart = (typeof organizationParts)[number];

export const organizationParts = ['organization', 'projects', 'suites', 'monitoring'] as const;

/** The response: JSON that matches a schema, nothing (204), plain text or a file. */
export type ResponseShape = z.ZodMiniType | 'nothing' | 'text' | 'file';

export interface Endpoint {
  method: Method;
  /** Path with parameters, for example `/internal/v1/users/{userId}/organizations`. */
  path: string;
  /**
   * Name in the API description. Generated clients name their functions after it, so it never changes. Defaults to the name
   * of the export.
   */
  operationId?: string;
  /** The dashboard endpoint that this endpoint offers to programs. Both have the same handler. */
  original?: Endpoint;
  /** One line for the API description. */
  summary: string;
  access: Access;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The largest body in bytes, if the default (16 KiB if anyone may call, else 256 KiB) is too small. */
  bodyBytesMax?: number;
  response: ResponseShape;
  /** Media type, if `response` is a file that always has the same type. */
  fileType?: string;
  /** Status of a successful response. Defaults to 200, or to 204 for `nothing`. */
  status?: 200 | 201 | 202 | 204;
  /** Errors in addition to those of every endpoint (validation, session, permission, not found). */
  errors?: readonly ErrorCode[];
  /** True if a repeated request with the same `Idempotency-Key` header gets the first response. */
  idempotent?: true;
  /** True if an `If-Match` header with the `ETag` of a version limits the change to that version. */
  checksTag?: true;
  /** The part that is announced on the live socket after success, so that open pages reload it. */
  changes?: OrganizationPart;
  /** Requests per minute and IP address, if the default of 600 is too high. */
  limitPerMinute?: number;
}

/** Enough for a suite of 1 MiB with escapes, a file of 2 MiB in Base64, or a recording in Base64. */
export const fileBodyBytesMax = 4_194_304;

/**
 * Keeps the literal types, so that client and handler know path parameters and bodies. It has no side effects, so a bundle
 * contains only the endpoints that it calls.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** @returns true if responses carry an `ETag`: reads in the public API, and changes of a suite there */
export const hasTag = ({ method, path, response, checksTag }: Endpoint): boolean =>
  path.startsWith('/api/v1/') &&
  (method === 'GET' || checksTag === true) &&
  typeof response !== 'string';

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** Parameters of the path, such as `{ userId: string }`. */
export type PathParams<E extends Endpoint> = Record<ParameterNames<E['path']>, string>;

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** Input from a caller, before defaults are filled in. */
export type QueryInput<E extends Endpoint> = InputOf<E['query']>;
export type BodyInput<E extends Endpoint> = InputOf<E['body']>;
/** Input for a handler, with defaults filled in. */
export type Query<E extends Endpoint> = OutputOf<E['query']>;
export type Body<E extends Endpoint> = OutputOf<E['body']>;
/** Result of a call. */
export type ResponseBody<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : E['response'] extends 'text'
    ? string
    : E['response'] extends 'file'
      ? unknown
      : undefined;
