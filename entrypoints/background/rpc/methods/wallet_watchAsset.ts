import type { Address } from 'viem';
import type { Collectible, WatchedToken } from '../../../../shared/approvals/types.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { MAX_UINT256 } from '../../../../shared/units.ts';
import type { Approvals } from '../../approvals/approvals.ts';
import type { RequestContext } from '../../approvals/request-context.ts';
import type { Collectibles, WatchedTokens } from '../../state/watched.ts';
import { type Method, method } from '../method.ts';
import { addressParam } from '../params.ts';

interface TokenParams {
  readonly standard: 'ERC20';
  readonly address: Address;
  readonly symbol: string | undefined;
  readonly decimals: number | undefined;
}

interface ItemParams {
  readonly standard: Collectible['standard'];
  readonly address: Address;
  readonly tokenId: string;
}

type Params = TokenParams | ItemParams;

/**
 * `wallet_watchAsset` (EIP-747). Symbol and decimals come from the token's contract. An item of a
 * collection must belong to the account that the site sees.
 */
export function wallet_watchAsset(deps: {
  approvals: Approvals;
  watchedTokens: WatchedTokens;
  /** The contract's own description; `undefined` when it isn't an ERC-20. */
  readToken: (
    chainId: number,
    address: Address,
  ) => Promise<{ symbol: string; decimals: number } | undefined>;
  collectibles: Pick<Collectibles, 'add'>;
  /** How many of the item the account owns. */
  ownedOf: (account: Address, item: Collectible) => Promise<bigint>;
  collectionName: (chainId: number, address: Address) => Promise<string | undefined>;
}): Method {
  async function watchItem({ standard, address, tokenId }: ItemParams, context: RequestContext) {
    const { chainId } = context;
    const [account] = context.accounts;
    if (account === undefined) throw new RpcError('unauthorized');
    const item: Collectible = { chainId, address, standard, tokenId };
    if ((await deps.ownedOf(addressParam(account), item)) === 0n) {
      throw new RpcError('invalidParams', 'The account does not own this item.');
    }
    const name = await deps.collectionName(chainId, address);
    const named: Collectible = name === undefined ? item : { ...item, name };
    const { choice } = await deps.approvals.request({
      requestKey: context.requestKey,
      requester: context.requester,
      request: { kind: 'watch_collectible', item: named },
      chainId,
    });
    if (choice.kind !== 'agree') throw new RpcError('rejected');
    await deps.collectibles.add(named);
    return true;
  }

  return method<Params>({
    name: 'wallet_watchAsset',
    parse: parseAsset,
    needs: 'nothing',
    once: true,
    async handle(params, context) {
      if (params.standard !== 'ERC20') return watchItem(params, context);
      const { address, symbol, decimals } = params;
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

/** EIP-747 has an object as params; many pages send an array with one. */
function parseAsset(params: unknown): Params {
  const request: unknown = Array.isArray(params) ? params[0] : params;
  if (!isRecord(request) || !isRecord(request.options)) throw new RpcError('invalidParams');
  const { type } = request;
  if (type === 'ERC721' || type === 'ERC1155') return parseItem(type, request.options);
  if (type !== 'ERC20') {
    throw new RpcError('invalidParams', 'The type is ERC20, ERC721 or ERC1155.');
  }
  const { address, symbol, decimals } = request.options;
  if (symbol !== undefined && (typeof symbol !== 'string' || !/^\S{1,16}$/.test(symbol))) {
    throw new RpcError('invalidParams', 'The symbol has 1 to 16 characters.');
  }
  const count = decimals === undefined ? undefined : Number(decimals);
  if (count !== undefined && !(Number.isInteger(count) && count >= 0 && count <= 36)) {
    throw new RpcError('invalidParams', 'The decimals are a number from 0 to 36.');
  }
  return { standard: 'ERC20', address: addressParam(address), symbol, decimals: count };
}

/** Parses a token id in decimal or hex text, or a number that JSON carries exactly. */
function parseItem(
  standard: Collectible['standard'],
  { address, tokenId }: Readonly<Record<string, unknown>>,
): ItemParams {
  const isNumber = Number.isSafeInteger(tokenId);
  const isText = typeof tokenId === 'string' && /^(?:0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(tokenId);
  if (!isNumber && !isText) {
    throw new RpcError('invalidParams', 'The tokenId is an integer as text.');
  }
  const id = BigInt(String(tokenId));
  if (id < 0n || id > MAX_UINT256) throw new RpcError('invalidParams');
  return { standard, address: addressParam(address), tokenId: id.toString() };
}
