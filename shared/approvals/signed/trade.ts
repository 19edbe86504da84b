import { type ChainContext, chainContext } from '../../chain/chain-context.ts';
import { CHAIN_ID } from '../../chain/deployments.ts';
import { type TypedData, typedDataChainId } from '../typed-data.ts';
import { deedOf } from './deed.ts';
import type { Deed, DeedFacts, SignedAsset, SignedField } from './facts.ts';
import { isFor } from './fields.ts';

/** Both sides of one order, and what it pays to others than the account. */
export interface SignedOrder {
  readonly gives: readonly SignedAsset[];
  readonly gets: readonly SignedAsset[];
  readonly othersGet: readonly { readonly asset: SignedAsset; readonly recipient: string }[];
}

interface Venue {
  readonly protocol: string;
  /** In lower case. */
  readonly contracts: readonly string[];
}

interface Terms {
  readonly orders: readonly SignedOrder[];
  readonly maker?: string;
  /** The recipient of the proceeds, if it isn't the account. */
  readonly receiver?: string;
  /** Absent if it never ends. */
  readonly end?: string;
  /** A contract sets the received amount at the trade: the amounts aren't binding. */
  readonly isPricedByContract?: boolean;
}

/** Returns what live orders on an exchange or a marketplace do. */
export function tradeOf(
  data: TypedData,
  { protocol, contracts }: Venue,
  { orders, maker, receiver, end = '', isPricedByContract = false }: Terms,
  account: string,
): DeedFacts {
  const chain = chainContext(Number(typedDataChainId(data) ?? CHAIN_ID), '');
  const given = orders.flatMap((order) => givenBy(order, chain));
  const gets = orders.flatMap((order) => order.gets);
  const isGivenAway = given.some(({ role }) => role === 'given away');
  const isKnownContract = isFor(data, contracts);
  const deed = (): Deed => {
    if (orders.length > 1) return 'offer several';
    if (isGivenAway || gets.length === 0) return 'give away';
    return isPricedByContract ? 'offer unpriced' : 'offer';
  };
  return deedOf(
    {
      deed: deed(),
      fields: [
        ...given,
        ...gets.map((asset) => ({ role: 'gets' as const, asset })),
        ...orders.flatMap(({ othersGet }) =>
          othersGet.map((other) => ({ role: 'others get' as const, ...other })),
        ),
        ...(maker === undefined ? [] : [{ role: 'owner' as const, value: maker }]),
        ...(receiver === undefined ? [] : [{ role: 'to' as const, value: receiver }]),
        { role: 'end', value: end },
      ],
      dangers: [
        ...(isGivenAway && receiver === undefined ? ['gives away' as const] : []),
        ...(receiver === undefined ? [] : ['other receiver' as const]),
        ...(isPricedByContract ? ['priced by contract' as const] : []),
        ...(!isGivenAway && isWorthUnknown(given, gets, chain) ? ['worth unknown' as const] : []),
        ...(isKnownContract ? [] : ['other venue' as const]),
      ],
      protocol,
      isKnownContract,
      count: orders.length,
    },
    account,
  );
}

function givenBy({ gives, gets }: SignedOrder, chain: ChainContext) {
  const isForNothing = gets.every((asset) => isDust(asset, chain));
  return gives.map((asset) => ({
    role: isForNothing && asset.most !== '0' ? ('given away' as const) : ('gives' as const),
    asset,
  }));
}

/** A millionth of a coin or of a token with many decimals. */
const DUST_DECIMALS = 6;
/** One cent of a dollar token, which has 6 decimals or fewer. */
const DUST_OF_FEW_DECIMALS = 10_000n;
const COIN_DECIMALS = 18;

/** Returns true for worthless amounts: zero, and dust of a coin or a known token. */
function isDust({ standard, token = '', least }: SignedAsset, chain: ChainContext): boolean {
  const decimals = standard === 'coin' ? COIN_DECIMALS : chain.tokenAt(token)?.decimals;
  if (standard === 'collectible' || decimals === undefined) return BigInt(least) === 0n;
  const dust =
    decimals <= DUST_DECIMALS ? DUST_OF_FEW_DECIMALS : 10n ** BigInt(decimals - DUST_DECIMALS);
  return BigInt(least) < dust;
}

/** Returns true when nothing that is received is worth anything for sure. */
function isWorthUnknown(
  given: readonly Extract<SignedField, { asset: SignedAsset }>[],
  gets: readonly SignedAsset[],
  chain: ChainContext,
): boolean {
  // Coins and known tokens are what people pay with: a bid for a collectible is usual.
  const isMoney = ({ standard, token = '' }: SignedAsset) =>
    standard === 'coin' || (standard === 'erc20' && chain.tokenAt(token) !== undefined);
  return given.some(({ asset }) => !isMoney(asset)) && gets.length > 0 && !gets.some(isMoney);
}
