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

interface Declaration<Params> {
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

/**
 * A method as the router uses it, in one order: known → parsed → unlocked → connected → handled
 * (which asks the user where it must).
 */
export interface Method extends Pick<Declaration<unknown>, 'name' | 'needs' | 'once'> {
  /** Parses the params once. Throws `RpcError` invalidParams. */
  prepare(params: unknown): (context: RequestContext) => Promise<unknown>;
}

/** Keeps a method's params type inside its own file. */
export function method<Params>({ parse, handle, ...rest }: Declaration<Params>): Method {
  return {
    ...rest,
    prepare(params) {
      const parsed = parse(params);
      return (context) => handle(parsed, context);
    },
  };
}
