import type { Address } from 'viem';
import {
  type AmountFact,
  amountFact,
  requestedFact,
} from '../../../../shared/approvals/facts/amounts.ts';
import type { RowFact, RowLabel } from '../../../../shared/approvals/facts/rows.ts';
import { strikesFact } from '../../../../shared/approvals/facts/strikes.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { assetOfFeed } from '../../../../shared/chain/tokens.ts';
import { fillFee } from '../../../../shared/orders/fees.ts';
import { requiredCollateral } from '../../../../shared/orders/payoff.ts';
import { implementationAt } from '../../../../shared/orders/products.ts';
import { ascending } from '../../../../shared/orders/strikes.ts';
import { termsOf } from '../../../../shared/orders/terms.ts';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../../../../shared/units.ts';

export interface Requested {
  /** The option whose side changes hands; undefined for a new option. */
  readonly existing: Address | undefined;
  readonly collateral: Address;
  readonly priceFeed: Address;
  readonly implementation: Address;
  readonly strikes: readonly Price8[];
  readonly contracts: Contracts;
  readonly expiry: UnixSeconds;
  readonly isBuyer: boolean;
}

/** Returns the rows about the traded option, from the view of the account's side. */
export function requestedRows(
  requested: Requested,
  context: ChainContext,
  { buys }: { buys: boolean | undefined },
): RowFact[] {
  const { existing, strikes, contracts, expiry, collateral, isBuyer } = requested;
  const option: readonly RowFact[] =
    existing === undefined
      ? []
      : [
          { label: 'option', value: { kind: 'address', address: existing, isShort: true } },
          // A requester that sells an existing option holds its buyer's side.
          { label: 'side', value: { kind: 'option side', isBuyer: !isBuyer } },
        ];
  const side: readonly RowFact[] =
    buys === undefined || existing !== undefined
      ? []
      : [{ label: 'yourSide', value: { kind: 'taker side', side: buys ? 'buy' : 'sell' } }];
  return [
    ...option,
    { label: 'product', value: { kind: 'traded', traded: requestedFact(requested) } },
    ...side,
    { label: 'fillStrikes', value: { kind: 'strikes', ...strikesFact(ascending(strikes)) } },
    {
      label: 'contracts',
      value: {
        kind: 'contracts',
        units: contracts.toString(),
        decimals: context.tokenAt(collateral)?.decimals ?? 0,
      },
    },
    { label: 'optionExpires', value: { kind: 'time', at: expiry } },
  ];
}

/** Returns a new option's collateral, rounded up; undefined for unknown products or strikes. */
export function collateralOf(requested: Requested): TokenAmount | undefined {
  const known = implementationAt(requested.implementation);
  const terms = known && termsOf(known.product.name, requested.strikes);
  return terms && requiredCollateral({ terms, contracts: requested.contracts });
}

/**
 * Returns a sale's fee at the current price; undefined without a price. The factory uses an average
 * price, so the actual fee differs slightly.
 */
export function presentFee(
  {
    implementation,
    priceFeed,
    contracts,
  }: Pick<Requested, 'implementation' | 'priceFeed' | 'contracts'>,
  premium: TokenAmount,
  spotOf: (asset: string) => Price8 | undefined,
): TokenAmount | undefined {
  const product = implementationAt(implementation)?.product;
  const asset = assetOfFeed(priceFeed);
  const spot = asset === undefined ? undefined : spotOf(asset);
  return (
    product && fillFee({ contracts, premium, isQuoteCollateral: product.isQuoteCollateral, spot })
  );
}

/** Returns a function that creates exact amounts of a token for rows and checks. */
export function amountsIn(token: Address, context: ChainContext) {
  const of = (amount: bigint): AmountFact => amountFact({ token, amount }, context);
  const row = (label: RowLabel, amount: bigint): RowFact => ({
    label,
    value: { kind: 'amount', amount: of(amount), isWhole: true },
  });
  return { of, row };
}
