import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { parseAs } from '../../../shared/parse.ts';
import { MAX_BODY_BYTES } from '../../../shared/wire/vault.ts';
import { VaultServiceError } from '../errors.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';

export interface Admission {
  readonly route: VaultRoute;
  readonly tenant: VaultTenant;
  /** The live session; always set on routes with `auth: 'bearer'`. */
  readonly session: Session | undefined;
  /** The OpaqueId at the end of the path, on routes that have one. */
  readonly id: string;
}

/** Returns the exact text of a member of the body; empty if the member is missing. */
export type TextOf = (member: string) => string;

/** The body of a success: a value of the schema, or JSON text that is sent unchanged. */
type Result<Success extends TSchema> = Promise<Static<Success> | string>;

/** Sends the response that a handler returns, with status 200. */
export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (admission: Admission, textOf: TextOf) => Promise<unknown>,
) => Promise<FastifyReply>;

/** A limit per client address, besides the general one. */
export type AddressLimit = 'anonymous-options' | 'verify' | 'new-account';

export interface VaultRoute {
  readonly method: 'GET' | 'POST';
  /** A path that ends with `/` continues with one OpaqueId. */
  readonly path: string;
  /** `optional`: anonymous without an `Authorization` header; an invalid header is rejected. */
  readonly auth: 'none' | 'optional' | 'bearer';
  /** True if the route exists only for tenants with extension routes. */
  readonly isExtension: boolean;
  readonly limits: readonly AddressLimit[];
  readonly request: TSchema | undefined;
  /**
   * Schema of a successful response. Error statuses are the same for all routes (spec/vault-service.md,
   * "Endpoints").
   */
  readonly responses: { readonly 200: TSchema };
  /** Registers the route in a plugin whose hooks check origin and body. */
  register(app: FastifyInstance, answer: Answer): void;
}

interface RouteOptions<Success extends TSchema> {
  readonly auth: VaultRoute['auth'];
  readonly responses: { readonly 200: Success };
  readonly limits?: readonly AddressLimit[];
  readonly isExtension?: boolean;
}

/** Declares a route without a body. */
export function getRoute<Success extends TSchema>(
  path: string,
  { handle, ...options }: RouteOptions<Success> & { handle(admission: Admission): Result<Success> },
): VaultRoute {
  return {
    ...describe('GET', path, options),
    request: undefined,
    register: (app, answer) =>
      app.route({
        method: 'GET',
        url: urlOf(path),
        exposeHeadRoute: false,
        handler: (request, reply) => answer(request, reply, handle),
      }),
  };
}

/** Declares a route whose body must match `request` exactly. */
export function postRoute<Request extends TSchema, Success extends TSchema>(
  path: string,
  {
    request: body,
    handle,
    ...options
  }: RouteOptions<Success> & {
    readonly request: Request;
    handle(admission: Admission, request: Static<Request>, textOf: TextOf): Result<Success>;
  },
): VaultRoute {
  return {
    ...describe('POST', path, options),
    request: body,
    register: (app, answer) =>
      app.route({
        method: 'POST',
        url: urlOf(path),
        schema: { body },
        bodyLimit: MAX_BODY_BYTES,
        handler: (request, reply) =>
          answer(request, reply, async (admission, textOf) => {
            // The schema has already validated the body, so this only adds the type.
            const parsed = parseAs(body, request.body);
            if (parsed === undefined) throw new VaultServiceError('INVALID_REQUEST');
            return handle(admission, parsed, textOf);
          }),
      }),
  };
}

function describe<Method extends VaultRoute['method']>(
  method: Method,
  path: string,
  { auth, responses, limits = [], isExtension = false }: RouteOptions<TSchema>,
) {
  return { method, path, auth, responses, limits, isExtension };
}

function urlOf(path: string): string {
  return path.endsWith('/') ? `${path}:id` : path;
}

/**
 * Returns the session of a bearer route.
 * @throws VaultServiceError AUTH_REQUIRED
 */
export function sessionOf({ session }: Admission): Session {
  if (session === undefined) throw new VaultServiceError('AUTH_REQUIRED');
  return session;
}

/** Returns a route's name for logs and metrics: its pattern, never the requested path. */
export function routeName(route: VaultRoute | undefined): string {
  if (route === undefined) return 'none';
  return route.path.endsWith('/') ? `${route.path}{id}` : route.path;
}
