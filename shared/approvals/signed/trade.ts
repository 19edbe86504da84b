import { type ChainContext, chainContext } from '../../chain/chain-context.ts';
import { CHAIN_ID } from '../../chain/deployments.ts';
import { COIN_DECIMALS, isDust as isDustAmount } from '../../chain/dust.ts';
import { worthOf } from '../../chain/tokens.ts';
import { type TypedData, typedDataChainId } from '../typed-data.ts';
import { deedOf } from './deed.ts';
import type { Deed, DeedFacts, SignedAsset } from './facts.ts';
import { isFor } from './fields.ts';

/** Both sides of one order, and its payments to other accounts. */
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
  /** The receiver of the proceeds, if it isn't the account. */
  readonly receiver?: string;
  /** Missing if the order never ends. */
  readonly end?: string;
  /** True if a contract sets the received amount, so that the amounts aren't binding. */
  readonly isPricedByContract?: boolean;
}

/** Returns the effect of signed orders for an exchange or a marketplace. */
export function tradeOf(
  data: TypedData,
  { protocol, contracts }: Venue,
  { orders, maker, receiver, end = '', isPricedByContract = false }: Terms,
  account: string,
): DeedFacts {
  const chain = chainContext(Number(typedDataChainId(data) ?? CHAIN_ID), '');
  const given = orders.flatMap((one, order) =>
    givenBy(one, chain).map((field) => ({ ...field, order })),
  );
  const gets = orders.flatMap((one, order) =>
    one.gets.map((asset) => ({ role: 'gets' as const, asset, order })),
  );
  const isGivenAway = given.some(({ role }) => role === 'givenAway');
  const isKnownContract = isFor(data, contracts);
  const deed = (): Deed => {
    if (orders.length > 1) return 'offerSeveral';
    if (isGivenAway || gets.length === 0) return 'giveAway';
    return isPricedByContract ? 'offerUnpriced' : 'offer';
  };
  return deedOf(
    {
      deed: deed(),
      fields: [
        ...given,
        ...gets,
        ...orders.flatMap(({ othersGet }) =>
          othersGet.map((other) => ({ role: 'othersGet' as const, ...other })),
        ),
        ...(maker === undefined ? [] : [{ role: 'owner' as const, value: maker }]),
        ...(receiver === undefined ? [] : [{ role: 'to' as const, value: receiver }]),
        { role: 'end', value: end },
      ],
      dangers: [
        ...(isGivenAway && receiver === undefined ? ['givesAway' as const] : []),
        ...(receiver === undefined ? [] : ['otherReceiver' as const]),
        ...(isPricedByContract ? ['pricedByContract' as const] : []),
        ...worthDangers(orders, chain),
        ...(isKnownContract ? [] : ['otherVenue' as const]),
      ],
      protocol,
      isKnownContract,
      count: orders.length,
    },
    account,
  );
}

function givenBy({ gives, gets }: SignedOrder, chain: ChainContext) {
  return gives.map((asset) => ({
    role:
      isForNothing(gets, chain) && asset.most !== '0' ? ('givenAway' as const) : ('gives' as const),
    asset,
  }));
}

const isForNothing = (gets: readonly SignedAsset[], chain: ChainContext) =>
  gets.every((asset) => isDust(asset, chain));

/** Returns true for worthless amounts: zero, and tiny amounts of a coin or a known token. */
function isDust({ standard, token = '', least }: SignedAsset, chain: ChainContext): boolean {
  const decimals = standard === 'coin' ? COIN_DECIMALS : chain.tokenAt(token)?.decimals;
  if (standard === 'collectible' || decimals === undefined) return BigInt(least) === 0n;
  return isDustAmount(BigInt(least), decimals);
}

/** Returns true for Ether and known tokens, which are used as money. */
function isMoney({ standard, token = '' }: SignedAsset, chain: ChainContext): boolean {
  if (standard === 'coin') return chain.isEther;
  return standard === 'erc20' && chain.tokenAt(token) !== undefined;
}

/** In cents. Receiving less than this for an asset without a price needs an acknowledgement. */
const LITTLE = 500n;
/** Rough worth in cents, to tell small from large amounts without waiting for prices. */
const ROUGH_WORTH: Readonly<Record<string, bigint>> = {
  USD: 100n,
  ETH: 250_000n,
  BTC: 6_000_000n,
  DOGE: 10n,
  XRP: 100n,
};

/** Reports each order separately, because a good order doesn't make up for a bad order. */
function worthDangers(
  orders: readonly SignedOrder[],
  chain: ChainContext,
): ('worthUnknown' | 'getsLittle')[] {
  const found = orders.flatMap((order) => worthDanger(order, chain) ?? []);
  return [...new Set(found)];
}

function worthDanger(
  { gives, gets }: SignedOrder,
  chain: ChainContext,
): 'worthUnknown' | 'getsLittle' | undefined {
  // An order for nothing is reported as another danger.
  if (isForNothing(gets, chain)) return undefined;
  const isPaid = gives.every((asset) => isMoney(asset, chain));
  // A bid for a collectible is normal. A trade of money for money is compared at current prices.
  if (isPaid && gets.some(({ standard }) => standard === 'collectible')) return undefined;
  const getsMoney = gets.every((asset) => isMoney(asset, chain));
  if ((isPaid && getsMoney) || !isLittle(gets, chain)) return undefined;
  return getsMoney ? 'getsLittle' : 'worthUnknown';
}

/**
 * Returns true for less than about five dollars. Assets without a price are treated as worthless.
 */
function isLittle(gets: readonly SignedAsset[], chain: ChainContext): boolean {
  const scale = 10n ** BigInt(COIN_DECIMALS);
  const sum = gets.reduce((total, { standard, token = '', least }) => {
    const known = chain.tokenAt(token);
    if (standard === 'coin')
      return chain.isEther ? total + BigInt(least) * (ROUGH_WORTH.ETH ?? 0n) : total;
    if (standard !== 'erc20' || known === undefined) return total;
    const worth = ROUGH_WORTH[worthOf(known) ?? ''] ?? 0n;
    return total + (BigInt(least) * worth * scale) / 10n ** BigInt(known.decimals);
  }, 0n);
  return sum < LITTLE * scale;
}
