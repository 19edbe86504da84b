import type { RequestContext } from '../approvals/request-context.ts';

/** Rules of a method; the router applies them before it handles a request. */
interface Policy {
  readonly name: string;
  /**
   * Loaded before the answer. `sites`: accounts and chain of a site, for the first questions of a
   * page. `activity`: also the activity.
   */
  readonly waitsFor: 'sites' | 'activity';
  /** `user`: can open a prompt, and the unlock screen for a connected site. `nobody`: never. */
  readonly asks: 'user' | 'nobody';
  /**
   * `strangers`: sites that aren't connected get 4100. Where a method asks the user, so do sites
   * without an account after the unlock. `everybody`: the method is always rejected with 4200.
   */
  readonly refuses: 'nobody' | 'strangers' | 'everybody';
  /** True when a second answer would repeat an effect. */
  readonly once: boolean;
}

interface Declaration<Params> extends Policy {
  /** Throws `RpcError` invalidParams for anything but the method's own form. */
  parse(params: unknown): Params;
  handle(params: Params, context: RequestContext): Promise<unknown>;
}

/**
 * A method as the router runs it: known → parsed → unlocked → connected → handled (which asks the
 * user if needed).
 */
export interface Method extends Policy {
  /** Parses the params once. Throws `RpcError` invalidParams. */
  prepare(params: unknown): (context: RequestContext) => Promise<unknown>;
}

/** Keeps a method's params type inside its own file. */
export function method<Params>({ parse, handle, ...policy }: Declaration<Params>): Method {
  return {
    ...policy,
    prepare(params) {
      const parsed = parse(params);
      return (context) => handle(parsed, context);
    },
  };
}
