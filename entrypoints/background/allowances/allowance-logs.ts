import { type Address, type Hex, padHex } from 'viem';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';
import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import type { BlockRange, Log, LogFilter } from '../../../shared/chain/logs/log.ts';
import type { FoundAllowance } from './keys.ts';

/**
 * keccak256("Approval(address,address,uint256)"). ERC-20 and ERC-721 share this topic. They differ
 * only in the last argument, which only ERC-721 indexes.
 */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** keccak256("ApprovalForAll(address,address,bool)") */
const APPROVAL_FOR_ALL: Hex = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31';
/** Events that grant allowances in Permit2. Permit2's other events only end allowances. */
const PERMIT2_TOPICS: readonly Hex[] = [
  // Approval(address,address,address,uint160,uint48)
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  // Permit(address,address,address,uint160,uint48,uint48)
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
];
const TOPICS: readonly Hex[] = [APPROVAL, APPROVAL_FOR_ALL, ...PERMIT2_TOPICS];
/**
 * keccak256("TransferApproval(address,address,bool,bool)"), an event of options. Its second indexed
 * argument is the owner.
 */
const SIDE_APPROVAL: Hex = '0x3a83a33b3eb57b7b5f50d8542ccfe48a3e35aae9984934b603c8fdfd1f73450d';
const ACCOUNTS_AT_ONCE = 50;

/** An allowance with its log's block and transaction. */
export interface NamedAllowance {
  readonly block: number;
  readonly tx: string;
  readonly allowance: FoundAllowance;
}

/**
 * Returns the filters for all allowances of these accounts, in every contract or at some addresses.
 * The owner is an event's first indexed argument, but the second in an option's event.
 */
export function allowanceFilters(
  accounts: readonly string[],
  address?: readonly string[],
): readonly LogFilter[] {
  const owners = accounts.map((account) => padHex(account as Address, { size: 32 }));
  const parts = Math.ceil(owners.length / ACCOUNTS_AT_ONCE);
  const at = address === undefined ? {} : { address };
  return Array.from({ length: parts }, (_, i) => {
    const some = owners.slice(i * ACCOUNTS_AT_ONCE, (i + 1) * ACCOUNTS_AT_ONCE);
    return [
      { ...at, topics: [TOPICS, some] },
      { ...at, topics: [SIDE_APPROVAL, null, some] },
    ];
  }).flat();
}

/**
 * Returns the allowances that logs name. Leaves out revocations, because the current value on the
 * chain decides.
 * @throws ChainNodeError for logs that weren't requested
 */
export function allowancesIn(
  logs: readonly Log[],
  { from, to }: BlockRange,
  { chainId, accounts }: { readonly chainId: number; readonly accounts: ReadonlySet<string> },
): NamedAllowance[] {
  return logs.flatMap((log) => {
    const { block, topics } = log;
    const event = topics[0]?.toLowerCase() as Hex | undefined;
    const isSide = event === SIDE_APPROVAL;
    const account = addressIn(topics[isSide ? 2 : 1] ?? '0x');
    const isEvent = event !== undefined && (isSide || TOPICS.includes(event));
    const isAsked = isEvent && account !== undefined && accounts.has(account);
    if (!isAsked || block < from || block > to)
      throw new ChainNodeError('odd', 'the node returned logs that were not requested');
    const allowance = allowanceIn(log, { chainId, account });
    return allowance === undefined ? [] : [{ block, tx: log.tx.toLowerCase(), allowance }];
  });
}

function allowanceIn(
  { address, topics, data }: Log,
  owner: { readonly chainId: number; readonly account: string },
): FoundAllowance | undefined {
  const [event, target, second, third] = topics;
  const token = address.toLowerCase();
  const [first = 0n, isApproved = 0n] = wordsOf(data);
  if (event?.toLowerCase() === SIDE_APPROVAL) {
    const spender = target && addressIn(target);
    const kind = first === 0n ? 'seller side' : 'buyer side';
    return spender && isApproved > 0n ? { ...owner, kind, token, spender } : undefined;
  }
  if (second === undefined) return undefined;
  if (event !== undefined && PERMIT2_TOPICS.includes(event.toLowerCase() as Hex)) {
    const [inner, spender] = [addressIn(second), third && addressIn(third)];
    const isGrant = token === PERMIT2 && inner && spender && first > 0n;
    return isGrant ? { ...owner, kind: 'permit2', token: inner, spender } : undefined;
  }
  const spender = addressIn(second);
  if (spender === undefined || BigInt(second) === 0n) return undefined;
  if (third !== undefined)
    return { ...owner, kind: 'item', token, spender, item: BigInt(third).toString() };
  if (first === 0n) return undefined;
  const kind = event?.toLowerCase() === APPROVAL ? 'token' : 'operator';
  return { ...owner, kind, token, spender };
}

/** Returns an indexed address; undefined when its other bytes aren't zero. */
function addressIn(topic: string): string | undefined {
  const match = /^0x0{24}([0-9a-f]{40})$/i.exec(topic);
  return match?.[1] === undefined ? undefined : `0x${match[1].toLowerCase()}`;
}

function wordsOf(data: string): bigint[] {
  return [...data.slice(2).matchAll(/[0-9a-f]{64}/gi)].map(([word]) => BigInt(`0x${word}`));
}
