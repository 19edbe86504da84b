import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Bundle } from '../procedures/bundle-rows.ts';
import type { Bundles } from '../procedures/bundles.ts';
import { listParams } from './params.ts';

/** Returns the id of a bundle of calls. Throws an `RpcError` with the code `invalidParams`. */
export function parseBundleId(params: unknown): string {
  const [id] = listParams(params, 1);
  if (typeof id !== 'string') throw new RpcError('invalidParams');
  return id;
}

/** Returns a bundle of the origin. Throws an `RpcError` with the code `unknownBundle`. */
export function bundleOf(bundles: Pick<Bundles, 'find'>, origin: string, id: string): Bundle {
  const bundle = bundles.find(origin, id);
  if (bundle === undefined) throw new RpcError('unknownBundle');
  return bundle;
}
