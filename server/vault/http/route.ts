import type { Static, TSchema } from 'typebox';
import { parseAs } from '../../../shared/parse.ts';
import { VaultError } from '../errors.ts';
import type { Session } from '../store.ts';
import type { VaultTenant } from '../tenant.ts';
import { type AnswerHeaders, type JsonText, jsonText } from './answers.ts';

/** What a handler knows of a request that the gate has let in. */
export interface Admission {
  readonly route: VaultRoute;
  readonly tenant: VaultTenant;
  /** The live session; always there on bearer routes. */
  readonly session: Session | undefined;
  /** The OpaqueId at the end of the path, on routes that have one. */
  readonly id: string;
  readonly answerHeaders: AnswerHeaders;
}

export interface Body {
  readonly value: unknown;
  /** The exact text of a member of the body. */
  textOf(member: string): string;
}

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
  /** Handles an admitted request; gives the answer. */
  handle(admission: Admission, body: Body): Promise<JsonText>;
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
  options: RouteOptions & { handle(admission: Admission): Promise<JsonText> },
): VaultRoute {
  return {
    method: 'GET',
    path,
    auth: options.auth,
    isExtension: options.isExtension ?? false,
    limits: options.limits ?? [],
    request: undefined,
    responses: options.responses,
    handle: options.handle,
  };
}

/** A route whose body must match `request` exactly; the handler gets it typed. */
export function postRoute<Request extends TSchema>(
  path: string,
  options: RouteOptions & {
    readonly request: Request;
    handle(admission: Admission, request: Static<Request>, textOf: Body['textOf']): Promise<string>;
  },
): VaultRoute {
  return {
    method: 'POST',
    path,
    auth: options.auth,
    isExtension: options.isExtension ?? false,
    limits: options.limits ?? [],
    request: options.request,
    responses: options.responses,
    async handle(admission, body) {
      const request = parseAs(options.request, body.value);
      if (request === undefined) throw new VaultError('INVALID_REQUEST');
      return jsonText(await options.handle(admission, request, body.textOf));
    },
  };
}

/** The session of a bearer route. @throws VaultError AUTH_REQUIRED */
export function sessionOf({ session }: Admission): Session {
  if (session === undefined) throw new VaultError('AUTH_REQUIRED');
  return session;
}
