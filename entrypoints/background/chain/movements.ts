import { isRecord } from '../../../shared/messages/page.ts';

/** keccak256("Transfer(address,address,uint256)"), of ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** ERC-1155: one item or several kinds of them. */
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/** Wrapped Ether is made and unmade without a transfer. */
const WRAPPED_ETHER = '0x4200000000000000000000000000000000000006';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
const NOBODY = `0x${'0'.repeat(64)}`;
/** `eth_simulateV1` with `traceTransfers` reports Ether as a transfer of this address. */
export const ETHER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** What an account gains (positive) or loses of one asset over a simulation. */
export interface Movement {
  /** Token contract in lower case, or `ETHER`. */
  readonly token: string;
  /** Base units; for an ERC-721 the number of items. */
  readonly amount: bigint;
  readonly isCollectible: boolean;
}

/** Net movements of the account, read from the logs of simulated calls. Malformed logs are skipped. */
export function movementsOf(
  account: string,
  results: readonly Readonly<Record<string, unknown>>[],
): Movement[] {
  const net = new Map<string, Movement>();
  const own = topicOf(account);
  for (const log of results.flatMap(({ logs }) => (Array.isArray(logs) ? logs : []))) {
    const moved = isRecord(log) ? readMove(log) : undefined;
    if (moved === undefined || moved.from === moved.to) continue;
    const sign = moved.to === own ? 1n : moved.from === own ? -1n : 0n;
    if (sign === 0n) continue;
    const { token, amount, isCollectible } = moved;
    const key = `${token}:${isCollectible}`;
    const before = net.get(key)?.amount ?? 0n;
    net.set(key, { token, isCollectible, amount: before + sign * amount });
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n);
}

function readMove(log: Readonly<Record<string, unknown>>) {
  const topic = Array.isArray(log.topics) ? log.topics[0] : undefined;
  if (topic === TRANSFER_SINGLE || topic === TRANSFER_BATCH) return readItems(log);
  if (topic === DEPOSIT || topic === WITHDRAWAL) return readWrapping(log);
  return readTransfer(log);
}

function readItems({ address, topics, data }: Readonly<Record<string, unknown>>) {
  if (typeof address !== 'string' || typeof data !== 'string' || !Array.isArray(topics)) return;
  const [topic, , from, to]: unknown[] = topics;
  if (typeof from !== 'string' || typeof to !== 'string') return;
  const isSingle = topic === TRANSFER_SINGLE && /^0x[0-9a-fA-F]{128}$/.test(data);
  return {
    token: address.toLowerCase(),
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    // Of several kinds at once only that something moves is told.
    amount: isSingle ? BigInt(`0x${data.slice(66)}`) : 1n,
    isCollectible: true,
  };
}

function readWrapping({ address, topics, data }: Readonly<Record<string, unknown>>) {
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

function readTransfer(log: Readonly<Record<string, unknown>>) {
  const { address, topics, data } = log;
  if (typeof address !== 'string' || !Array.isArray(topics) || topics[0] !== TRANSFER) return;
  const [, from, to, item]: unknown[] = topics;
  if (typeof from !== 'string' || typeof to !== 'string') return;
  const isCollectible = item !== undefined;
  if (!isCollectible && (typeof data !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(data))) return;
  return {
    token: address.toLowerCase(),
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    amount: isCollectible ? 1n : BigInt(String(data)),
    isCollectible,
  };
}

function topicOf(account: string): string {
  return `0x${account.slice(2).toLowerCase().padStart(64, '0')}`;
}
