import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { proxyTarget } from '../../../shared/chain/minimal-proxy.ts';
import { maxPayoff, requiredCollateral } from '../../../shared/orders/payoff.ts';
import type { VerifiedFact } from '../../../shared/positions/position-view.ts';
import { productOfPosition } from '../../../shared/positions/product-of-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { termsOfPosition } from '../../../shared/positions/value.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import { getCode, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Backing } from './apply-trades.ts';
import { compareMoney } from './compare-money.ts';
import type { Holders } from './first-holders.ts';
import type { Origin, ReadReceiptFacts, ReceiptFacts } from './receipt-facts.ts';

/** Facts from the chain about a position, as far as they were read. */
export interface ChainCheck {
  readonly result: 'verified' | 'disagrees' | 'notChecked';
  readonly compared: readonly VerifiedFact[];
  readonly disagreements: readonly VerifiedFact[];
  /** Code to which a verified option delegates. */
  readonly implementation?: Address | undefined;
  /** Tokens in a running option beyond its collateral, in base units. */
  readonly excess?: bigint | undefined;
  /** True if a known option contract reports that it is settled. */
  readonly isSettled?: boolean | undefined;
  /** Facts from receipts; empty when none was read. */
  readonly money: ReceiptFacts;
  /** Collateral tokens that a running option holds, in base units. */
  readonly held?: bigint | undefined;
  /** The payoff by Condor's formula, if a receipt proves another payout. */
  readonly formulaPayout?: TokenAmount | undefined;
  readonly first?: Holders | undefined;
  /** Current holders, as the contract of a proven option reports them. */
  readonly holders?: Holders | undefined;
}

export const NOT_CHECKED: ChainCheck = {
  result: 'notChecked',
  compared: [],
  disagreements: [],
  money: {},
};

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

/** Number of calls per option: the getters, and the option's own balance. */
const CALLS = GETTERS.length + 1;

const CODES_AT_ONCE = 16;

/**
 * Compares the indexer's record with the chain: the option contracts' getters in one multicall;
 * their code, because a foreign contract's getters can return anything; and the receipts of fill
 * and settlement, because no contract stores a premium.
 */
export function createVerifier(client: Rpc, readReceipts: ReadReceiptFacts) {
  /** Implementations by option. They never change, nor does the code of other contracts. */
  const targets = new Map<Address, Address | 'foreign'>();
  /** Addresses without code in the node's last answer. */
  const empty = new Set<Address>();

  async function readTarget(address: Address): Promise<void> {
    if (targets.has(address)) return;
    empty.delete(address);
    const code = await getCode(client, { address });
    // The node may not have the code yet, so it is asked again.
    if (code === '0x') empty.add(address);
    else targets.set(address, proxyTarget(code) ?? 'foreign');
  }

  async function readTargets(addresses: readonly Address[]): Promise<void> {
    for (let i = 0; i < addresses.length; i += CODES_AT_ONCE) {
      await Promise.all(addresses.slice(i, i + CODES_AT_ONCE).map(readTarget));
    }
  }

  return async function verifyPositions(
    positions: readonly PositionRecord[],
    backed: ReadonlyMap<Address, Backing>,
  ): Promise<ReadonlyMap<Address, ChainCheck>> {
    const reading = Promise.all([
      multicall(client, {
        contracts: positions.flatMap(({ address, collateralToken }) => [
          ...GETTERS.map((functionName) => ({ address, abi: optionAbi, functionName })),
          {
            address: collateralToken,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [address],
          } as const,
        ]),
      }),
      readReceipts(
        positions.filter((position) => !isBacked(position, backed.get(position.address))),
      ),
      readTargets(positions.map(({ address }) => address)),
    ]);
    // An unreachable node proves nothing: the rows are marked as unchecked.
    const [results, money] = await reading.catch(() => [undefined, NOTHING_READ] as const);
    const found = new Map<Address, ChainCheck>();
    const creatorOf = createdBy(backed, money);
    positions.forEach((position, i) => {
      const answers = results?.slice(i * CALLS, (i + 1) * CALLS);
      const target = targets.get(position.address);
      const backing = backed.get(position.address) ?? UNBACKED;
      if (results !== undefined && empty.has(position.address) && !backing.premium) {
        found.set(position.address, ABSENT);
        return;
      }
      found.set(
        position.address,
        answers === undefined || target === undefined
          ? NOT_CHECKED
          : compare(position, {
              answers,
              target,
              backing,
              money: money.get(position.address) ?? {},
              creator: creatorOf(position.address),
              first: firstOf(position.address, backed, money),
            }),
      );
    });
    return found;
  };
}

/** Returns true when own receipts prove origin, premium and, if any, the payout. */
function isBacked({ status }: PositionRecord, backing: Backing | undefined): boolean {
  return (
    backing?.origin === true && backing.premium && (status !== 'settled' || backing.payout === true)
  );
}

const UNBACKED: Backing = {
  origin: false,
  premium: false,
  payout: false,
  first: undefined,
  decision: undefined,
};
const NOTHING_READ: ReadonlyMap<Address, ReceiptFacts> = new Map();

/** Maximum number of splits to follow back to the option that a book created. */
const MAX_SPLITS = 16;

type Creator = 'known' | 'unknown';

/**
 * Returns a function that tells whether an option's creator is known. A split option has its
 * parent's creator. The function returns undefined when the receipt couldn't be read.
 */
function createdBy(
  backed: ReadonlyMap<Address, Backing>,
  receipts: ReadonlyMap<Address, ReceiptFacts>,
) {
  return (address: Address): Creator | undefined => {
    let current = address;
    for (let depth = 0; depth <= MAX_SPLITS; depth++) {
      const backing = backed.get(current);
      if (backing?.origin === true) return 'known';
      const origin: Origin | undefined = receipts.get(current)?.origin;
      if (origin === undefined) return current === address ? undefined : 'unknown';
      if (typeof origin === 'string') return origin === 'created' ? 'known' : origin;
      current = origin.splitFrom;
    }
    return 'unknown';
  };
}

/** Returns the first holders of an option. A split option has its parent's first holders. */
function firstOf(
  address: Address,
  backed: ReadonlyMap<Address, Backing>,
  receipts: ReadonlyMap<Address, ReceiptFacts>,
): Holders | undefined {
  let found: Holders | undefined;
  let current = address;
  for (let depth = 0; depth <= MAX_SPLITS; depth++) {
    found = backed.get(current)?.first ?? receipts.get(current)?.first ?? found;
    const origin = receipts.get(current)?.origin;
    if (typeof origin !== 'object') return found;
    current = origin.splitFrom;
  }
  return found;
}

const ABSENT: ChainCheck = {
  result: 'disagrees',
  compared: ['absent'],
  disagreements: ['absent'],
  money: {},
};

/** The contract isn't a known option and doesn't respond like an option. */
const NO_OPTION: ChainCheck = { ...ABSENT, disagreements: ['code'], compared: ['code'] };

interface Answer {
  readonly status: 'success' | 'failure';
  readonly result?: unknown;
}

function compare(
  position: PositionRecord,
  {
    answers,
    target,
    backing,
    money,
    creator,
    first,
  }: {
    readonly answers: readonly Answer[];
    readonly target: Address | 'foreign';
    readonly backing: Backing;
    readonly money: ReceiptFacts;
    readonly creator: Creator | undefined;
    readonly first: Holders | undefined;
  },
): ChainCheck {
  const [buyer, seller, contracts, strikes, expiry, collateral, settled, token, feed, balance] =
    answers.map((answer) => (answer.status === 'success' ? answer.result : undefined));
  const isKnown = isPinned(target, undefined);
  if (buyer === undefined || strikes === undefined) {
    // A failed read of a known option proves nothing. A contract with other code isn't an option.
    return isKnown ? NOT_CHECKED : NO_OPTION;
  }
  // Without the receipt, origin and amounts stay unknown.
  if (creator === undefined) return NOT_CHECKED;
  const { status } = position;
  const isProven = isKnown && creator !== 'unknown';
  // A proven option reports its settlement before the payout's receipt is read.
  const isUnread = status === 'open' && isProven && settled === true;
  const hasEnded = isUnread || status === 'settled' || status === 'closed';
  const held = !hasEnded && typeof balance === 'bigint' ? balance : undefined;
  const paid = compareMoney(
    target === 'foreign' ? position : { ...position, implementation: target },
    backing,
    money,
  );
  const facts: readonly (readonly [VerifiedFact, boolean])[] = [
    ['buyer', same(buyer, position.buyer)],
    ['seller', same(seller, position.seller)],
    ['contracts', same(contracts, position.numContracts)],
    ['strikes', same(String(strikes), String(position.strikes))],
    ['expiry', same(expiry, position.expiry)],
    // An option that hasn't ended still has its collateral.
    ...(!hasEnded ? [['collateral', same(collateral, position.collateralAmount)] as const] : []),
    ['token', same(token, position.collateralToken)],
    ['feed', same(feed, position.priceFeed)],
    ['code', isPinned(target, position.implementation)],
    ['origin', creator !== 'unknown'],
    ...(hasEnded ? [] : [['cover', isCovered(position, target, { held, collateral })] as const]),
    // The deployed contract's results after a close aren't known.
    ...(status === 'closed' ? [] : [['settled', settled === hasEnded] as const]),
    ...paid.facts,
  ];
  const compared = facts.map(([what]) => what);
  const disagreements = facts.filter(([, agrees]) => !agrees).map(([what]) => what);
  const isExcess = held !== undefined && !disagreements.includes('token');
  const agrees = disagreements.length === 0;
  return {
    result: agrees ? 'verified' : 'disagrees',
    compared,
    disagreements,
    implementation: agrees && target !== 'foreign' ? target : undefined,
    excess: isExcess && typeof collateral === 'bigint' ? held - collateral : undefined,
    isSettled: isKnown && typeof settled === 'boolean' ? settled : undefined,
    money,
    held,
    formulaPayout: paid.formulaPayout,
    first,
    holders: isProven ? holdersOf(buyer, seller) : undefined,
  };
}

function holdersOf(buyer: unknown, seller: unknown): Holders | undefined {
  if (typeof buyer !== 'string' || typeof seller !== 'string') return undefined;
  if (!hasAddressForm(buyer) || !hasAddressForm(seller)) return undefined;
  return { buyer: lower(buyer), seller: lower(seller) };
}

function lower(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`;
}

/** Units by which interest-bearing tokens can fall short of the deposited amount. */
const ROUNDING_UNITS = 2n;

/** Returns true when the option holds its collateral, and enough for its largest payout. */
function isCovered(
  position: PositionRecord,
  target: Address | 'foreign',
  { held, collateral }: { held: bigint | undefined; collateral: unknown },
): boolean {
  if (held === undefined || typeof collateral !== 'bigint') return false;
  const enough = held + ROUNDING_UNITS;
  if (enough < collateral) return false;
  const terms =
    target === 'foreign' ? undefined : termsOfPosition({ ...position, implementation: target });
  if (terms === undefined) return true;
  const size = { terms, contracts: position.numContracts };
  if (terms.product.isPhysical) return enough >= requiredCollateral(size);
  if (!terms.product.isPayoffConfirmed) return true;
  return enough >= maxPayoff(size);
}

/**
 * Returns true when the code is a known implementation, and the indexer names no other
 * implementation.
 */
function isPinned(target: Address | 'foreign', indexed: Address | undefined): boolean {
  if (target === 'foreign') return false;
  if (productOfPosition({ implementation: target }) === undefined) return false;
  return indexed === undefined || same(target, indexed);
}

function same(a: unknown, b: unknown): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase();
}

const PROOFS: readonly VerifiedFact[] = ['origin', 'cover', 'code', 'absent'];

/** Returns true when the chain disproves the option's claims. */
export function isUnproven(verification: ChainCheck): boolean {
  return verification.disagreements.some((fact) => PROOFS.includes(fact));
}
