import type { Address } from 'viem';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { proxyTarget } from '../../../shared/chain/minimal-proxy.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { getCode, multicall } from '../chain/reads.ts';
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
] as const;

/** Codes are asked for one by one: so many at a time. */
const CODES_AT_ONCE = 16;

/**
 * Holds what the indexer says against the option contracts themselves: their getters by one
 * multicall, and their code, because a getter of a foreign contract can say anything.
 */
export function createVerifier(client: Rpc) {
  /** What each option's code runs; code of a contract that is no proxy never changes either. */
  const targets = new Map<Address, Address | 'foreign'>();

  async function readTarget(address: Address): Promise<void> {
    if (targets.has(address)) return;
    const code = await getCode(client, { address });
    // Nothing is there yet for this node: it is asked again.
    if (code !== '0x') targets.set(address, proxyTarget(code) ?? 'foreign');
  }

  async function readTargets(addresses: readonly Address[]): Promise<void> {
    for (let i = 0; i < addresses.length; i += CODES_AT_ONCE) {
      await Promise.all(addresses.slice(i, i + CODES_AT_ONCE).map(readTarget));
    }
  }

  return async function verifyPositions(
    positions: readonly PositionRecord[],
  ): Promise<ReadonlyMap<Address, Verification>> {
    const reading = Promise.all([
      multicall(client, {
        contracts: positions.flatMap(({ address }) =>
          GETTERS.map((functionName) => ({ address, abi: optionAbi, functionName })),
        ),
      }),
      readTargets(positions.map(({ address }) => address)),
    ]);
    // A node that is away proves nothing: the rows say that they are not checked.
    const results = await reading.then(
      ([answers]) => answers,
      () => undefined,
    );
    const found = new Map<Address, Verification>();
    positions.forEach((position, i) => {
      const answers = results?.slice(i * GETTERS.length, (i + 1) * GETTERS.length);
      const target = targets.get(position.address);
      found.set(
        position.address,
        answers === undefined || target === undefined
          ? { result: 'not checked' }
          : compare(position, answers, target),
      );
    });
    return found;
  };
}

interface Answer {
  readonly status: 'success' | 'failure';
  readonly result?: unknown;
}

function compare(
  position: PositionRecord,
  answers: readonly Answer[],
  target: Address | 'foreign',
): Verification {
  const [buyer, seller, contracts, strikes, expiry, collateral, settled, token, feed] = answers.map(
    (answer) => (answer.status === 'success' ? answer.result : undefined),
  );
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
    ['its code', isPinned(target, position.implementation)],
    ['whether it is settled', position.status !== 'open' || settled === false],
  ];
  const wrong = facts.filter(([, agrees]) => !agrees).map(([what]) => what);
  if (wrong.length > 0) return { result: 'disagrees', what: wrong.join(', ') };
  return { result: 'verified', implementation: target === 'foreign' ? undefined : target };
}

/** The code is one of the known implementations, and the one that the indexer names, if it does. */
function isPinned(target: Address | 'foreign', told: Address | undefined): boolean {
  if (target === 'foreign' || implementationAt(target) === undefined) return false;
  return told === undefined || same(target, told);
}

function same(a: unknown, b: unknown): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase();
}
