import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { parseAs } from '../../../shared/parse.ts';
import { MAX_BODY_BYTES } from '../../../shared/wire/vault.ts';
import { VaultError } from '../errors.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';

/** What a handler knows of a request that the gate has let in. */
export interface Admission {
  readonly route: VaultRoute;
  readonly tenant: VaultTenant;
  /** The live session; always there on bearer routes. */
  readonly session: Session | undefined;
  /** The OpaqueId at the end of the path, on routes that have one. */
  readonly id: string;
}

/** Returns the exact text of a member of the body, empty without one. */
export type TextOf = (member: string) => string;

/** Sends the JSON text that a handler returns for an admitted request. */
export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (admission: Admission, textOf: TextOf) => Promise<string>,
) => Promise<FastifyReply>;

/** A per-address limit that counts on top of the one for all requests. */
export type AddressLimit = 'anonymous-options' | 'verify' | 'new-account';

export interface VaultRoute {
  readonly method: 'GET' | 'POST';
  /** A path that ends with `/` takes one OpaqueId after it. */
  readonly path: string;
  /** `optional`: anonymous without an `Authorization` header, never with a bad one. */
  readonly auth: 'none' | 'optional' | 'bearer';
  /** Exists only for tenants that turn the routes of our own on. */
  readonly isExtension: boolean;
  readonly limits: readonly AddressLimit[];
  /** Schemas for the description of the interface. */
  readonly request: TSchema | undefined;
  readonly responses: readonly TSchema[];
  /** Adds the route to a plugin whose hooks run the gate, the parser and the validator. */
  register(app: FastifyInstance, answer: Answer): void;
}

interface RouteOptions {
  readonly auth: VaultRoute['auth'];
  readonly responses: readonly TSchema[];
  readonly limits?: readonly AddressLimit[];
  readonly isExtension?: boolean;
}

/** A route without a body. */
export function getRoute(
  path: string,
  { handle, ...options }: RouteOptions & { handle(admission: Admission): Promise<string> },
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

/** A route whose body must match `request` exactly. */
export function postRoute<Request extends TSchema>(
  path: string,
  {
    request: body,
    handle,
    ...options
  }: RouteOptions & {
    readonly request: Request;
    handle(admission: Admission, request: Static<Request>, textOf: TextOf): Promise<string>;
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
            // The validator has checked the body: this only gives it its type.
            const parsed = parseAs(body, request.body);
            if (parsed === undefined) throw new VaultError('INVALID_REQUEST');
            return handle(admission, parsed, textOf);
          }),
      }),
  };
}

function describe<Method extends VaultRoute['method']>(
  method: Method,
  path: string,
  { auth, responses, limits = [], isExtension = false }: RouteOptions,
) {
  return { method, path, auth, responses, limits, isExtension };
}

function urlOf(path: string): string {
  return path.endsWith('/') ? `${path}:id` : path;
}

/** The session of a bearer route. @throws VaultError AUTH_REQUIRED */
export function sessionOf({ session }: Admission): Session {
  if (session === undefined) throw new VaultError('AUTH_REQUIRED');
  return session;
}
