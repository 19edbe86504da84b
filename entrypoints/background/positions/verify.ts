import type { Address } from 'viem';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

export type Verification =
  | { readonly result: 'verified'; readonly implementation: Address | undefined }
  | { readonly result: 'disagrees'; readonly what: string }
  | { readonly result: 'not checked' };

const GETTERS = [
  'buyer',
  'seller',
  'numContracts',
  'getStrikes',
  'expiryTimestamp',
  'collateralAmount',
  'optionSettled',
  'collateralToken',
  'chainlinkPriceFeed',
  'getImplementation',
] as const;

/** Holds what the indexer says against the option contracts themselves, by one multicall. */
export async function verifyPositions(
  client: Rpc,
  positions: readonly PositionRecord[],
): Promise<ReadonlyMap<Address, Verification>> {
  const results = await multicall(client, {
    contracts: positions.flatMap(({ address }) =>
      GETTERS.map((functionName) => ({ address, abi: optionAbi, functionName })),
    ),
  }).catch(() => undefined);
  const found = new Map<Address, Verification>();
  positions.forEach((position, i) => {
    const answers = results?.slice(i * GETTERS.length, (i + 1) * GETTERS.length);
    found.set(
      position.address,
      answers === undefined ? { result: 'not checked' } : compare(position, answers),
    );
  });
  return found;
}

interface Answer {
  readonly status: 'success' | 'failure';
  readonly result?: unknown;
}

function compare(position: PositionRecord, answers: readonly Answer[]): Verification {
  const [
    buyer,
    seller,
    contracts,
    strikes,
    expiry,
    collateral,
    settled,
    token,
    feed,
    implementation,
  ] = answers.map((answer) => (answer.status === 'success' ? answer.result : undefined));
  // A node that refused part of the call says nothing about the option.
  if (buyer === undefined || strikes === undefined) return { result: 'not checked' };
  const facts: readonly (readonly [string, boolean])[] = [
    ['the buyer', same(buyer, position.buyer)],
    ['the seller', same(seller, position.seller)],
    ['the number of contracts', same(contracts, position.numContracts)],
    ['the strikes', same(String(strikes), String(position.strikes))],
    ['the expiry', same(expiry, position.expiry)],
    // Closing and settling pay the collateral out: it is compared while the option is open only.
    ['the collateral', position.status !== 'open' || same(collateral, position.collateralAmount)],
    ['the collateral token', same(token, position.collateralToken)],
    ['the price feed', same(feed, position.priceFeed)],
    ['its code', isPinned(implementation, position.implementation)],
    ['whether it is settled', position.status !== 'open' || settled === false],
  ];
  const wrong = facts.filter(([, agrees]) => !agrees).map(([what]) => what);
  if (wrong.length > 0) return { result: 'disagrees', what: wrong.join(', ') };
  return { result: 'verified', implementation: addressOf(implementation) };
}

/** The code is one of the known implementations, and the one that the indexer names, if it does. */
function isPinned(found: unknown, told: Address | undefined): boolean {
  const address = addressOf(found);
  if (address === undefined || implementationAt(address) === undefined) return false;
  return told === undefined || same(address, told);
}

function same(a: unknown, b: unknown): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase();
}

function addressOf(value: unknown): Address | undefined {
  return typeof value === 'string' ? (value as Address) : undefined;
}
