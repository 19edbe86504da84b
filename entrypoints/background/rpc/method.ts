import type { Requester } from '../../../shared/approvals/types.ts';

/** A request of a page after the router's checks. */
export interface RequestContext {
  readonly requester: Requester;
  /** The same for a request that is sent again after the worker died. */
  readonly requestKey: string;
  /** Accounts that this origin may see, the selected one first; empty while locked. */
  readonly accounts: readonly string[];
  /** The chain that the origin is on. */
  readonly chainId: number;
}

/**
 * A method as a declaration. The router enforces it in one order: known → parsed → unlocked →
 * connected → handled (which asks the user where it must).
 */
export interface Method<Params = unknown> {
  readonly name: string;
  /** Strict: throws `RpcError` invalidParams on anything else than the method's own form. */
  parse(params: unknown): Params;
  /**
   * `account`: only for origins that are connected, else 4100. A connected origin that asks while the
   * wallet is locked makes it open its unlock screen first.
   */
  readonly needs: 'nothing' | 'account';
  /** Whether answering twice would do something twice. */
  readonly once: boolean;
  handle(params: Params, context: RequestContext): Promise<unknown>;
}

/** Keeps a method's params type inside its own file. */
export function method<Params>(declaration: Method<Params>): Method {
  return {
    ...declaration,
    handle: (params, context) => declaration.handle(declaration.parse(params), context),
  };
}
