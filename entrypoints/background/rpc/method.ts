import type { RequestContext } from '../approvals/request-context.ts';

interface Declaration<Params> {
  readonly name: string;
  /** Throws `RpcError` invalidParams for anything but the method's own form. */
  parse(params: unknown): Params;
  /**
   * `account`: only for connected origins, otherwise 4100. If the wallet is locked, a connected
   * origin's request opens the unlock screen first.
   */
  readonly needs: 'nothing' | 'account';
  /** True when a second answer would repeat an effect. */
  readonly once: boolean;
  handle(params: Params, context: RequestContext): Promise<unknown>;
}

/**
 * A method as the router runs it: known → parsed → unlocked → connected → handled (which asks the
 * user if needed).
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
