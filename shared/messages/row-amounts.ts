import { signedUnits, units } from '../codec.ts';
import * as Type from '../schema.ts';
import type { Contracts, Price8, TokenAmount, Usd8 } from '../units.ts';

const AmountSchema = Type.Object(
  { amount: units<TokenAmount>(), symbol: Type.String(), decimals: Type.Integer() },
  { additionalProperties: false },
);

/**
 * The amounts of an order's row. They are separate from the other members, so that a page that
 * reads rows from the worker doesn't load the table of products.
 */
export const ROW_AMOUNTS = {
  /** Premium per contract, in collateral tokens with 8 decimals. */
  price: units<Price8>(),
  /** Dollars with 8 decimals; missing without the required spot price. */
  priceUsd: Type.Optional(units<Usd8>()),
  /** Maximum payoff of one contract to the buyer, in base units of the collateral. */
  maxPayout: units<TokenAmount>(),
  /** Amounts that the taker of one physical contract gives and receives at exercise. */
  delivery: Type.Optional(
    Type.Object({ given: AmountSchema, received: AmountSchema }, { additionalProperties: false }),
  ),
  /**
   * A seller's maximum loss per contract, in base units of the collateral; missing for a buyer.
   * Negative if the premium exceeds every possible payout.
   */
  maxLoss: Type.Optional(signedUnits<TokenAmount>()),
  /** Contracts in the maker's remaining budget, in units of the collateral's decimals. */
  available: units<Contracts>(),
};

/** The form of rows on ports. Members that aren't amounts are the same in JSON. */
export const RowForm = Type.Object(ROW_AMOUNTS);
