import type { RequestContext } from '../approvals/request-context.ts';

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
