import fc from 'fast-check';
import { type Address, checksumAddress, type Hex } from 'viem';
import type { ProductName } from '../../../shared/chain/implementations.ts';
import type { Order } from '../../../shared/orders/order.ts';
import { PRODUCT_NAMES, product } from '../../../shared/orders/products.ts';
import { type OptionTerms, termsOf } from '../../../shared/orders/terms.ts';
import {
  type Contracts,
  contracts,
  type Price8,
  price8,
  tokenAmount,
  unixSeconds,
} from '../../../shared/units.ts';

function anyAddress(): fc.Arbitrary<Address> {
  return fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => checksumAddress(`0x${Buffer.from(bytes).toString('hex')}`));
}

/** Generates orders with any values that the ABI can encode. */
export function anyOrder(): fc.Arbitrary<Order> {
  const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  const time = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map(unixSeconds);
  return fc.record({
    maker: anyAddress(),
    orderExpiryTimestamp: time,
    collateral: anyAddress(),
    isCall: fc.boolean(),
    priceFeed: anyAddress(),
    implementation: anyAddress(),
    isLong: fc.boolean(),
    maxCollateralUsable: uint256.map(tokenAmount),
    strikes: fc.array(uint256.map(price8), { maxLength: 5 }),
    expiry: time,
    price: uint256.map(price8),
    numContracts: uint256.map(contracts),
    extraOptionData: fc
      .uint8Array({ maxLength: 70 })
      .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
  });
}

/** Generates a price between a cent and ten million dollars. */
export function anyPrice(max = 10_000_000n): fc.Arbitrary<Price8> {
  return fc.bigInt({ min: 1_000_000n, max: max * 100_000_000n }).map(price8);
}

/** Generates valid terms for a product. Wings have equal widths where the product requires it. */
export function termsFor(name: ProductName): fc.Arbitrary<OptionTerms> {
  const width = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });
  return fc
    .record({ lowest: anyPrice(1_000_000n), wing: width, body: width, other: width })
    .map(({ lowest, wing, body, other }) => {
      const second = lowest + wing;
      const third = second + (product(name).structure === 'butterfly' ? wing : body);
      const fourth = third + (name === 'IRON_CONDOR' ? other : wing);
      const strikes = [lowest, second, third, fourth].slice(0, product(name).strikeCount);
      return termsOf(name, strikes.map(price8)) ?? unreachable(name);
    });
}

export function anyTerms(): fc.Arbitrary<OptionTerms> {
  return fc.constantFrom(...PRODUCT_NAMES).chain(termsFor);
}

/** Generates up to a hundred thousand contracts at 18 decimals, small and large alike. */
export function anyContracts(): fc.Arbitrary<Contracts> {
  return fc
    .integer({ min: 0, max: 23 })
    .chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) }))
    .map(contracts);
}

function unreachable(name: ProductName): never {
  throw new Error(`the generator made strikes that ${name} refuses`);
}
