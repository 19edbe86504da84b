import { type Address, encodeFunctionData, type Hex, keccak256, parseAbi, stringToHex } from 'viem';
import { productOf } from '../../shared/orders/products.ts';
import { budgetLeft, contractsForBudget } from '../../shared/orders/sizing.ts';
import { termsOf } from '../../shared/orders/terms.ts';
import { tokenAt } from '../../shared/orders/tokens.ts';
import type { Clock } from '../../shared/ports.ts';
import type { EpochMs } from '../../shared/units.ts';
import { latestBlock } from '../chain/blocks.ts';
import { multicall, type Read } from '../chain/multicall.ts';
import type { ChainNode } from '../chain/node.ts';
import type { NodeStatus, Nodes } from '../chain/nodes.ts';
import { PRICE_READS, type SpotPrices, spotPricesOf } from '../chain/spot-prices.ts';
import type { LiveOrder, LiveOrders } from './live-orders.ts';

const roleAbi = parseAbi(['function hasRole(bytes32 role, address account) view returns (bool)']);
/** What the book asks a maker contract about a signer (reference section 2.5, step 3). */
const OPERATOR_ROLE = keccak256(stringToHex('OPERATOR_ROLE'));
/** Spot prices older than this are not told any more. */
const PRICE_LIFE_MS = 300_000;

export interface ChainState {
  /** Reads the chain if it has a new block and hides or shows orders by what it says. */
  refresh(): Promise<void>;
  /** Spot prices by ticker; empty when the chain has been silent for minutes. */
  prices(): SpotPrices;
  /** Which of these accounts a maker contract lets sign for it; none when it is no contract. */
  acceptedSigners(maker: Address, signers: readonly Address[]): Promise<ReadonlySet<Address>>;
  status(): {
    readonly isReachable: boolean;
    readonly block: number | undefined;
    readonly readAt: EpochMs | undefined;
    readonly nodes: readonly NodeStatus[];
  };
}

/** What the chain says about the feed's orders and its assets, read at most once per block. */
export function createChainState(deps: {
  readonly nodes: Nodes;
  readonly live: LiveOrders;
  readonly clock: Clock;
}): ChainState {
  const { nodes, live, clock } = deps;
  let block: { readonly number: number; readonly hash: Hex } | undefined;
  let readAt: EpochMs | undefined;
  let isReachable = false;
  let prices: SpotPrices = {};
  let seen = new Set<string>();

  async function read(node: ChainNode): Promise<void> {
    const head = await latestBlock(node);
    const orders = [...live.values()];
    const budgets = budgetReads(orders);
    // Between blocks only budgets of orders that are new to us are unknown.
    const isNewBlock = head.hash !== block?.hash;
    const wanted = isNewBlock ? [...budgets] : [...budgets].filter(([key]) => !seen.has(key));
    const answers = await multicall(node, [
      ...wanted.map(([, readOf]) => readOf),
      ...(isNewBlock ? PRICE_READS : []),
    ]);
    const known = new Map(wanted.map(([key], i) => [key, answers[i]]));
    for (const order of orders) applyBudget(order, known);
    if (isNewBlock) {
      prices = spotPricesOf(answers.slice(wanted.length));
      seen = new Set(budgets.keys());
    } else for (const [key] of wanted) seen.add(key);
    block = head;
    readAt = clock.now();
  }

  function applyBudget(order: LiveOrder, known: ReadonlyMap<string, Hex | undefined>): void {
    const filled = known.get(filledKey(order));
    const cutoff = known.get(cutoffKey(order));
    if (filled === undefined && cutoff === undefined) return;
    const isCut = cutoff !== undefined && BigInt(cutoff) > order.entry.order.orderExpiryTimestamp;
    live.setFillable(
      order.digest,
      !isCut && (filled === undefined || hasRoom(order, BigInt(filled))),
    );
  }

  return {
    async refresh() {
      try {
        await nodes.use(read);
        isReachable = true;
      } catch (error) {
        isReachable = false;
        throw error;
      }
    },
    prices: () => (readAt !== undefined && clock.now() - readAt < PRICE_LIFE_MS ? prices : {}),
    async acceptedSigners(maker, signers) {
      const reads = signers.map((signer) => ({
        target: maker,
        data: encodeFunctionData({
          abi: roleAbi,
          functionName: 'hasRole',
          args: [OPERATOR_ROLE, signer],
        }),
      }));
      const answers = await nodes.use((node) => multicall(node, reads));
      return new Set(signers.filter((_, i) => isTrue(answers[i])));
    },
    status: () => ({ isReachable, block: block?.number, readAt, nodes: nodes.status() }),
  };
}

/** A contract may answer anything: only the one word that means true counts. */
function isTrue(answer: Hex | undefined): boolean {
  return answer !== undefined && answer.length === 66 && BigInt(answer) === 1n;
}

function filledKey({ entry }: LiveOrder): string {
  return `${entry.optionBookAddress} filled ${entry.nonce}`;
}

function cutoffKey({ entry }: LiveOrder): string {
  return `${entry.optionBookAddress} cutoff ${entry.order.maker}`;
}

/** One read per nonce and per maker: siblings share a budget. */
function budgetReads(orders: readonly LiveOrder[]): Map<string, Read> {
  const reads = new Map<string, Read>();
  for (const order of orders) {
    const target = order.entry.optionBookAddress;
    if (!reads.has(filledKey(order)))
      reads.set(filledKey(order), { target, data: uintCall('0xc0da0f68', order.entry.nonce) });
    if (!reads.has(cutoffKey(order)))
      reads.set(cutoffKey(order), {
        target,
        data: uintCall('0x7d91f76f', BigInt(order.entry.order.maker)),
      });
  }
  return reads;
}

/** Calldata of `amountFilled(uint256)` and `makerCancellationCutoff(address)`: a selector and a word. */
function uintCall(selector: Hex, value: bigint): Hex {
  return `${selector}${value.toString(16).padStart(64, '0')}`;
}

/** Whether anything can still be filled under what the nonce has used. */
function hasRoom({ entry: { order } }: LiveOrder, amountFilled: bigint): boolean {
  const left = budgetLeft(order.maxCollateralUsable, amountFilled);
  const found = productOf(order);
  const terms = found.kind === 'known' ? termsOf(found.product.name, order.strikes) : undefined;
  const decimals = tokenAt(order.collateral)?.decimals;
  if (terms === undefined || decimals === undefined) return left > 0n;
  const { price, isLong: isMakerLong } = order;
  return contractsForBudget({ left, isMakerLong, price, terms, decimals }) > 0n;
}
