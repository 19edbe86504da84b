import { isRecord } from '../../../shared/messages/page.ts';

/** keccak256("Transfer(address,address,uint256)"), of ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
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
    const moved = isRecord(log) ? readTransfer(log) : undefined;
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
