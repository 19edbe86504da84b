import type { RequestContext } from '../approvals/request-context.ts';

/** Rules that the router applies before it handles a request of a method. */
interface Policy {
  readonly name: string;
  /**
   * Data to load before the answer. `sites`: accounts and chain of the site, for a page's first
   * requests. `activity`: also the activity.
   */
  readonly waitsFor: 'sites' | 'activity';
  /** `user`: can open a prompt. For a connected site, the unlock screen can open first. */
  readonly asks: 'user' | 'nobody';
  /**
   * `strangers`: sites that aren't connected get 4100. If the method asks the user, sites without
   * an account get 4100 too, after the unlock. `everybody`: all sites get 4200.
   */
  readonly refuses: 'nobody' | 'strangers' | 'everybody';
  /** True if a second run would repeat an effect. */
  readonly once: boolean;
}

interface Declaration<Params> extends Policy {
  /**
   * Throws an `RpcError` with the code `invalidParams` for params that don't have the method's
   * form.
   */
  parse(params: unknown): Params;
  handle(params: Params, context: RequestContext): Promise<unknown>;
}

/**
 * A method as the router runs it: known → parsed → unlocked → connected → handled (which asks the
 * user if needed).
 */
export interface Method extends Policy {
  /** Parses the params once. Throws an `RpcError` with the code `invalidParams`. */
  prepare(params: unknown): (context: RequestContext) => Promise<unknown>;
}

/** Declares a method, hiding its params type from the router. */
export function method<Params>({ parse, handle, ...policy }: Declaration<Params>): Method {
  return {
    ...policy,
    prepare(params) {
      const parsed = parse(params);
      return (context) => handle(parsed, context);
    },
  };
}
