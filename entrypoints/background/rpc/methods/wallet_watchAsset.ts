import type { Address } from 'viem';
import type { WatchedToken } from '../../../../shared/approvals/types.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { WatchedTokens } from '../../kernel/watched-tokens.ts';
import { type Method, method } from '../method.ts';
import { addressParam } from '../params.ts';

interface Params {
  readonly address: Address;
  readonly symbol: string | undefined;
  readonly decimals: number | undefined;
}

/**
 * `wallet_watchAsset` (EIP-747) for ERC-20 tokens. Symbol and decimals come from the token's contract.
 */
export function wallet_watchAsset(deps: {
  approvals: Approvals;
  watchedTokens: WatchedTokens;
  /**
   * Reads the token's metadata from its contract; `undefined` if the contract isn't an ERC-20
   * token.
   */
  readToken: (
    chainId: number,
    address: Address,
  ) => Promise<{ symbol: string; decimals: number } | undefined>;
}): Method {
  return method<Params>({
    name: 'wallet_watchAsset',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'nobody',
    once: true,
    parse: parseAsset,
    async handle({ address, symbol, decimals }, context) {
      const { chainId } = context;
      const found = await deps.readToken(chainId, address);
      if (found === undefined) {
        throw new RpcError('invalidParams', 'There is no ERC-20 token at this address.');
      }
      if (symbol !== undefined && symbol.toUpperCase() !== found.symbol.toUpperCase()) {
        throw new RpcError('invalidParams', 'The token has another symbol.');
      }
      if (decimals !== undefined && decimals !== found.decimals) {
        throw new RpcError('invalidParams', 'The token has other decimals.');
      }
      const token: WatchedToken = { chainId, address, ...found };
      const { choice } = await deps.approvals.request({
        requestKey: context.requestKey,
        requester: context.requester,
        request: { kind: 'watch_asset', token },
        chainId,
      });
      if (choice.kind !== 'agree') throw new RpcError('rejected');
      await deps.watchedTokens.add(token);
      return true;
    },
  });
}

/** EIP-747 requires an object as params, but many pages send an array that contains the object. */
function parseAsset(params: unknown): Params {
  const request: unknown = Array.isArray(params) ? params[0] : params;
  if (!isRecord(request) || !isRecord(request.options)) throw new RpcError('invalidParams');
  if (request.type !== 'ERC20') throw new RpcError('invalidParams', 'The type is ERC20.');
  const { address, symbol, decimals } = request.options;
  if (symbol !== undefined && (typeof symbol !== 'string' || !/^\S{1,32}$/.test(symbol))) {
    throw new RpcError('invalidParams', 'The symbol has 1 to 32 characters.');
  }
  const count = decimals === undefined ? undefined : Number(decimals);
  if (count !== undefined && !(Number.isInteger(count) && count >= 0 && count <= 36)) {
    throw new RpcError('invalidParams', 'The decimals are a number from 0 to 36.');
  }
  return { address: addressParam(address), symbol, decimals: count };
}
