import type { Clock } from '../../../../shared/ports.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { createShowLimit, topOf } from '../../approvals/site-limits.ts';
import type { Bundles } from '../../procedures/bundles.ts';
import { bundleOf, parseBundleId } from '../call-bundle-params.ts';
import { type Method, method } from '../method.ts';

/** `wallet_showCallsStatus` (EIP-5792). */
export function wallet_showCallsStatus(deps: {
  bundles: Pick<Bundles, 'find' | 'claimTab'>;
  clock: Clock;
  /** Brings the activity page to the front. Opens a tab only if `mayOpen`. */
  showActivity: (mayOpen: boolean) => Promise<void>;
}): Method {
  const showLimit = createShowLimit(deps.clock);
  return method<string>({
    name: 'wallet_showCallsStatus',
    waitsFor: 'activity',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: parseBundleId,
    async handle(id, { requester }) {
      const bundle = bundleOf(deps.bundles, requester.origin, id);
      if (!showLimit.admits(topOf(requester))) {
        throw new RpcError('rejected', 'The site asks too often. Wait a few seconds.');
      }
      // A site can open one tab per bundle. Later calls only bring an open tab to the front.
      await deps.showActivity(await deps.bundles.claimTab(bundle));
      return null;
    },
  });
}
