import { RpcError } from '../../../shared/rpc/codes.ts';
import { type Method, method } from './method.ts';
import type { NodeFilters } from './node-filters.ts';
import { listParams } from './params.ts';

/** Policy of the six methods for filters at the user's node. Pages get the wallet's own ids. */
const POLICY = {
  waitsFor: 'activity',
  asks: 'nobody',
  refuses: 'nobody',
  once: false,
} as const;

export const creatingFilter = (name: string, nodeFilters: NodeFilters): Method =>
  method<readonly unknown[]>({
    ...POLICY,
    name,
    parse: (params) => listParams(params, 0),
    handle: (params, { requester, chainId }) =>
      nodeFilters.create(requester, chainId, name, params),
  });

/** Declares a method about one filter of the document. */
export const aboutFilter = (
  name: string,
  handle: (...args: Parameters<NodeFilters['ask']>) => Promise<unknown>,
): Method =>
  method<string>({
    ...POLICY,
    name,
    parse: parseId,
    handle: (id, { requester }) => handle(requester, name, id),
  });

function parseId(params: unknown): string {
  const [id] = listParams(params, 1);
  if (typeof id !== 'string' || id.length > 100) throw new RpcError('invalidParams');
  return id;
}
