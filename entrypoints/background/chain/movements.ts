import { decodeAbiParameters, type Hex } from 'viem';
import { type Budget, createBudget } from '../../../shared/approvals/budget.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { MAX_UINT256 } from '../../../shared/units.ts';

/** keccak256("Transfer(address,address,uint256)"), of ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** keccak256 of the transfer events of ERC-1155: for one item, and for several. */
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/** Wrapped Ether on OP Stack chains. Wrapping and unwrapping emit events other than `Transfer`. */
const WRAPPED_ETHER = '0x4200000000000000000000000000000000000006';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
const NOBODY = `0x${'0'.repeat(64)}`;
/** `eth_simulateV1` with `traceTransfers` reports Ether as a transfer of this address. */
export const ETHER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

const WORD_LENGTH = 64;
/** Values that a movement uses of the budget, which limits a simulation to 1,000 movements. */
const MOVEMENT_VALUES = 50;

/** Net change of one asset for an account over a simulation; positive for a gain. */
export interface Movement {
  /** Token contract in lower case, or `ETHER`. */
  readonly token: string;
  /** Base units; for an ERC-721 the number of items. */
  readonly amount: bigint;
  readonly isCollectible: boolean;
  /** Number of a collection's item, as decimal text. Different items never offset each other. */
  readonly item?: string;
}

interface Moved extends Movement {
  readonly from: string;
  readonly to: string;
}

/** Returns the key of a movement's asset. Movements with the same key add up. */
export function movementKey({ token, isCollectible, item = '' }: Movement): string {
  return `${token}:${isCollectible}:${item}`;
}

/**
 * Returns the account's net movements from the logs of simulated calls. Skips malformed logs.
 * @throws BudgetError for too many movements, because leaving some out could hide a loss
 */
export function movementsOf(
  account: string,
  results: readonly Readonly<Record<string, unknown>>[],
): Movement[] {
  const budget = createBudget();
  const net = new Map<string, Movement>();
  const own = topicOf(account);
  for (const log of results.flatMap(({ logs }) => (Array.isArray(logs) ? logs : []))) {
    budget.spend();
    for (const { from, to, amount, ...asset } of isRecord(log) ? readMoves(log, budget) : []) {
      const sign = from === to ? 0n : to === own ? 1n : from === own ? -1n : 0n;
      if (sign === 0n) continue;
      const key = movementKey({ ...asset, amount });
      const before = net.get(key)?.amount ?? 0n;
      net.set(key, { ...asset, amount: before + sign * amount });
    }
  }
  const moved = folded([...net.values()].filter(({ amount }) => amount !== 0n));
  budget.spend(0, MOVEMENT_VALUES * moved.length);
  return moved;
}

/**
 * Limits a sum to the largest amount that an account can hold, because logs can claim any amounts.
 */
function bounded(amount: bigint): bigint {
  if (amount > MAX_UINT256) return MAX_UINT256;
  return amount < -MAX_UINT256 ? -MAX_UINT256 : amount;
}

/** Maximum number of incoming items of a collection that are listed individually. */
const MAX_ITEMS = 100;

/**
 * Adds up the incoming items of a collection after the first `MAX_ITEMS`, because one log can list
 * thousands. Outgoing items stay separate.
 */
function folded(movements: readonly Movement[]): Movement[] {
  const arrived = new Map<string, number>();
  const rest = new Map<string, Movement>();
  const kept = movements.filter((movement) => {
    const { token, isCollectible, amount } = movement;
    if (!isCollectible || amount < 0n) return true;
    const count = (arrived.get(token) ?? 0) + 1;
    arrived.set(token, count);
    if (count <= MAX_ITEMS) return true;
    rest.set(token, { token, isCollectible, amount: (rest.get(token)?.amount ?? 0n) + amount });
    return false;
  });
  return [...kept, ...rest.values()].map((one) => ({ ...one, amount: bounded(one.amount) }));
}

function readMoves(log: Readonly<Record<string, unknown>>, budget: Budget): readonly Moved[] {
  const topic = Array.isArray(log.topics) ? log.topics[0] : undefined;
  if (topic === TRANSFER_SINGLE || topic === TRANSFER_BATCH) return readItems(log, budget);
  const moved = topic === DEPOSIT || topic === WITHDRAWAL ? readWrapping(log) : readTransfer(log);
  return moved === undefined ? [] : [moved];
}

function readItems(
  { address, topics, data }: Readonly<Record<string, unknown>>,
  budget: Budget,
): readonly Moved[] {
  if (typeof address !== 'string' || typeof data !== 'string' || !Array.isArray(topics)) return [];
  const [topic, , from, to]: unknown[] = topics;
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  // Counts each word of the data, because each can be an item.
  budget.spend(0, data.length / WORD_LENGTH);
  const items = topic === TRANSFER_SINGLE ? readSingle(data) : readBatch(data);
  return items.map(([item, amount]) => ({
    token: address.toLowerCase(),
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    amount,
    isCollectible: true,
    item: item.toString(),
  }));
}

type ItemAmount = readonly [item: bigint, amount: bigint];

function readSingle(data: string): readonly ItemAmount[] {
  if (!/^0x[0-9a-fA-F]{128}$/.test(data)) return [];
  return [[BigInt(data.slice(0, 66)), BigInt(`0x${data.slice(66)}`)]];
}

function readBatch(data: string): readonly ItemAmount[] {
  try {
    const types = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const;
    const [items, amounts] = decodeAbiParameters(types, data as Hex);
    return items.map((item, index) => [item, amounts[index] ?? 0n]);
  } catch {
    return [];
  }
}

function readWrapping({
  address,
  topics,
  data,
}: Readonly<Record<string, unknown>>): Moved | undefined {
  if (typeof address !== 'string' || address.toLowerCase() !== WRAPPED_ETHER) return;
  if (!Array.isArray(topics) || typeof data !== 'string') return;
  const [topic, who]: unknown[] = topics;
  if (typeof who !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(data)) return;
  const holder = who.toLowerCase();
  return {
    token: WRAPPED_ETHER,
    from: topic === DEPOSIT ? NOBODY : holder,
    to: topic === DEPOSIT ? holder : NOBODY,
    amount: BigInt(data),
    isCollectible: false,
  };
}

function readTransfer(log: Readonly<Record<string, unknown>>): Moved | undefined {
  const { address, topics, data } = log;
  if (typeof address !== 'string' || !Array.isArray(topics) || topics[0] !== TRANSFER) return;
  const [, from, to, item]: unknown[] = topics;
  if (typeof from !== 'string' || typeof to !== 'string') return;
  const isCollectible = item !== undefined;
  const number = isCollectible ? item : data;
  if (typeof number !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(number)) return;
  return {
    token: address.toLowerCase(),
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    amount: isCollectible ? 1n : BigInt(number),
    isCollectible,
    ...(isCollectible ? { item: BigInt(number).toString() } : {}),
  };
}

function topicOf(account: string): string {
  return `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
}
