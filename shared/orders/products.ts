import type { Address } from 'viem';
import {
  IMPLEMENTATIONS,
  type Implementation,
  type ProductName,
} from '../chain/implementations.ts';
import type { Order } from './order.ts';

/** Kind of a product's structure, regardless of its settlement. */
type Structure = 'vanilla' | 'spread' | 'butterfly' | 'condor' | 'ironCondor' | 'ranger';

export interface Product {
  readonly name: ProductName;
  /** Name for display, in sentence case. */
  readonly label: string;
  readonly structure: Structure;
  readonly strikeCount: 1 | 2 | 3 | 4;
  /** `isCall` as makers sign it; undefined if both values occur. */
  readonly isCall: boolean | undefined;
  /**
   * True if collateral, premium and payout are in a dollar token; false for the underlying's token.
   */
  readonly isQuoteCollateral: boolean;
  /**
   * True if the buyer exercises by delivering tokens in return for the collateral. False for cash
   * settlement.
   */
  readonly isPhysical: boolean;
  /**
   * False if the payoff isn't confirmed by the deployed code. This concerns the ranger's maximum
   * (one wing, although it locks two), the linear call's cap at twice the strike, and the call
   * loan. Screens should then prefer the chain's own `simulatePayout`, and show the whole
   * collateral as a seller's risk.
   */
  readonly isPayoffConfirmed: boolean;
}

type Shape = Pick<Product, 'label' | 'structure' | 'strikeCount' | 'isCall'> &
  Partial<Pick<Product, 'isQuoteCollateral' | 'isPhysical' | 'isPayoffConfirmed'>>;

const SHAPES: Record<ProductName, Shape> = {
  PUT: { label: 'Put', structure: 'vanilla', strikeCount: 1, isCall: false },
  INVERSE_CALL: {
    label: 'Inverse call',
    structure: 'vanilla',
    strikeCount: 1,
    isCall: true,
    isQuoteCollateral: false,
  },
  LINEAR_CALL: {
    label: 'Capped call',
    structure: 'vanilla',
    strikeCount: 1,
    isCall: true,
    isPayoffConfirmed: false,
  },
  CALL_SPREAD: { label: 'Call spread', structure: 'spread', strikeCount: 2, isCall: true },
  PUT_SPREAD: { label: 'Put spread', structure: 'spread', strikeCount: 2, isCall: false },
  INVERSE_CALL_SPREAD: {
    label: 'Inverse call spread',
    structure: 'spread',
    strikeCount: 2,
    isCall: true,
    isQuoteCollateral: false,
  },
  CALL_FLY: { label: 'Call butterfly', structure: 'butterfly', strikeCount: 3, isCall: true },
  PUT_FLY: { label: 'Put butterfly', structure: 'butterfly', strikeCount: 3, isCall: false },
  CALL_CONDOR: { label: 'Call condor', structure: 'condor', strikeCount: 4, isCall: true },
  PUT_CONDOR: { label: 'Put condor', structure: 'condor', strikeCount: 4, isCall: false },
  // The protocol's name describes the seller's side. The buyer is paid in the wings.
  IRON_CONDOR: {
    label: 'Reverse iron condor',
    structure: 'ironCondor',
    strikeCount: 4,
    isCall: undefined,
  },
  RANGER: {
    label: 'Ranger',
    structure: 'ranger',
    strikeCount: 4,
    isCall: undefined,
    isPayoffConfirmed: false,
  },
  PHYSICAL_CALL: {
    label: 'Physical call',
    structure: 'vanilla',
    strikeCount: 1,
    isCall: true,
    isQuoteCollateral: false,
    isPhysical: true,
  },
  PHYSICAL_PUT: {
    label: 'Physical put',
    structure: 'vanilla',
    strikeCount: 1,
    isCall: false,
    isPhysical: true,
  },
  CALL_LOAN: {
    label: 'Call loan',
    structure: 'vanilla',
    strikeCount: 1,
    isCall: true,
    isQuoteCollateral: false,
    isPhysical: true,
    isPayoffConfirmed: false,
  },
};

const PRODUCTS: ReadonlyMap<string, Product> = new Map(
  Object.entries(SHAPES).map(([name, shape]) => [
    name,
    {
      // A key of `SHAPES`.
      name: name as ProductName,
      isQuoteCollateral: true,
      isPhysical: false,
      isPayoffConfirmed: true,
      ...shape,
    },
  ]),
);

export function product(name: ProductName): Product {
  const found = PRODUCTS.get(name);
  if (found === undefined) throw new RangeError(`Unknown product: ${name}`);
  return found;
}

/** All products, in the order of the deployment tables. */
export const PRODUCT_NAMES: readonly ProductName[] = [
  ...new Set(IMPLEMENTATIONS.map((implementation) => implementation.product)),
];

const BY_ADDRESS: ReadonlyMap<string, { implementation: Implementation; product: Product }> =
  new Map(
    IMPLEMENTATIONS.map((implementation) => [
      implementation.address.toLowerCase(),
      { implementation, product: product(implementation.product) },
    ]),
  );

/** Returns the known implementation and product at an address of any letter case. */
export function implementationAt(
  address: Address,
): { implementation: Implementation; product: Product } | undefined {
  return BY_ADDRESS.get(address.toLowerCase());
}

/** Product that the number of strikes suggests if the implementation is unknown. */
export type Guess =
  | 'call'
  | 'put'
  | 'callSpread'
  | 'putSpread'
  | 'callButterfly'
  | 'putButterfly'
  | 'fourStrikes'
  | 'option';

/**
 * An order's product. Only the implementation address determines the product: condor, iron condor
 * and ranger all have four strikes. For an unknown implementation, the number of strikes suggests a
 * product, which is shown as a guess and never used for payoffs, sizes or prices.
 */
export type ProductOfOrder =
  | {
      readonly kind: 'known';
      readonly product: Product;
      readonly implementation: Implementation;
    }
  | { readonly kind: 'guessed'; readonly guess: Guess };

export function productOf(
  order: Pick<Order, 'implementation' | 'strikes' | 'isCall'>,
): ProductOfOrder {
  const known = implementationAt(order.implementation);
  if (known !== undefined) return { kind: 'known', ...known };
  return { kind: 'guessed', guess: guess(order.strikes.length, order.isCall) };
}

function guess(strikeCount: number, isCall: boolean): Guess {
  if (strikeCount === 1) return isCall ? 'call' : 'put';
  if (strikeCount === 2) return isCall ? 'callSpread' : 'putSpread';
  if (strikeCount === 3) return isCall ? 'callButterfly' : 'putButterfly';
  return strikeCount === 4 ? 'fourStrikes' : 'option';
}
