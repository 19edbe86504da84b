import type { ChainContext } from '../../chain/chain-context.ts';
import { assetOfFeed } from '../../chain/tokens.ts';
import { oneOf } from '../../one-of.ts';
import type { OrderDescription } from '../../orders/describe.ts';
import { type Guess, implementationAt, PRODUCT_NAMES } from '../../orders/products.ts';
import type { RequestTerms } from '../../quotations/terms.ts';
import * as Type from '../../schema.ts';
import { AddressSchema } from '../types.ts';

const closed = { additionalProperties: false };

/** A number in base units, wei or items, as decimal text. */
export const UnitsSchema = Type.String({ pattern: '^[0-9]{1,78}$' });

/** A token's contract, and its name if it has one; see `TokenName`. */
export const TokenFactSchema = Type.Object(
  {
    address: AddressSchema,
    symbol: Type.Optional(Type.String({ maxLength: 32 })),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    isClaim: Type.Optional(Type.Boolean()),
    imitates: Type.Optional(Type.String({ maxLength: 32 })),
  },
  closed,
);
export type TokenFact = Type.Static<typeof TokenFactSchema>;

export const AmountFactSchema = Type.Object({ token: TokenFactSchema, units: UnitsSchema }, closed);
export type AmountFact = Type.Static<typeof AmountFactSchema>;

/** An amount of the chain's coin in wei, with the coin's symbol. */
export const CoinFactSchema = Type.Object(
  { wei: UnitsSchema, coin: Type.String({ maxLength: 32 }) },
  closed,
);
export type CoinFact = Type.Static<typeof CoinFactSchema>;

const GUESSES = [
  'call',
  'put',
  'callSpread',
  'putSpread',
  'callButterfly',
  'putButterfly',
  'fourStrikes',
  'option',
] as const satisfies readonly Guess[];

/** The traded product. For an unknown product it is only a guess. */
export const TradedFactSchema = Type.Object(
  {
    asset: Type.Optional(Type.String({ maxLength: 32 })),
    product: Type.Optional(oneOf(PRODUCT_NAMES)),
    guess: Type.Optional(oneOf(GUESSES)),
  },
  closed,
);
export type TradedFact = Type.Static<typeof TradedFactSchema>;

/**
 * The trade of a maker’s offer from the requester's view; missing until the request is read.
 * `amount`: for all contracts, before the fee; missing when the call settles no offer.
 */
export const OfferTradeSchema = Type.Object(
  {
    isBuyer: Type.Boolean(),
    isExisting: Type.Boolean(),
    contracts: UnitsSchema,
    decimals: Type.Integer({ minimum: 0, maximum: 255 }),
    traded: TradedFactSchema,
    amount: Type.Optional(AmountFactSchema),
  },
  closed,
);
export type OfferTrade = Type.Static<typeof OfferTradeSchema>;

export function tokenFact(address: string, context: Pick<ChainContext, 'nameAt'>): TokenFact {
  return { ...context.nameAt(address), address };
}

export function amountFact(
  { token, amount }: { readonly token: string; readonly amount: bigint },
  context: Pick<ChainContext, 'nameAt'>,
): AmountFact {
  return { token: tokenFact(token, context), units: amount.toString() };
}

/** Returns the product that a request to makers asks for. Only a pinned product has a name. */
export function requestedFact({
  implementation,
  priceFeed,
}: Pick<RequestTerms, 'implementation' | 'priceFeed'>): TradedFact {
  const asset = assetOfFeed(priceFeed);
  const known = implementationAt(implementation);
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(known === undefined ? {} : { product: known.product.name }),
  };
}

export function tradedFact({ asset, product, guess }: OrderDescription): TradedFact {
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(product === undefined ? {} : { product: product.name }),
    ...(guess === undefined ? {} : { guess }),
  };
}
