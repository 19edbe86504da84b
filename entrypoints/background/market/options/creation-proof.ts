import { keccak_256 } from '@noble/hashes/sha3';
import { type Address, numberToBytes, toRlp } from 'viem';
import { fromHex, toHex } from '../../../../shared/bytes.ts';
import { optionSidesAbi } from '../../../../shared/chain/abi/option-sides.ts';
import { proxyTarget } from '../../../../shared/chain/minimal-proxy.ts';
import { implementationAt } from '../../../../shared/orders/products.ts';
import { KNOWN_EMITTERS } from '../../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../../shared/positions/record.ts';
import { parseQuantity } from '../../chain/quantities.ts';
import { getCode, readContract } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { systemWait } from '../../platform/clock.ts';
import { creationEventsOf, creationsOf } from './origin.ts';

/** Maximum number of splits to follow back to the option that a book or factory created. */
const MAX_SPLITS = 16;
/**
 * Maximum number of a creator's contracts to compare. The book has created about 16,000 in two
 * years.
 */
const MAX_CREATED = 50_000;
/** Number of hashes after which other work gets a turn. */
const AT_ONCE = 500;

interface ProofDeps {
  readonly rpc: Rpc;
  /**
   * Returns an indexer's record of an option. The record names the transaction that created the
   * option.
   */
  readonly recordOf?: ((option: Address) => Promise<PositionRecord | undefined>) | undefined;
}

/**
 * Returns true when a known book or factory created an option, or the option that it was split
 * from. Code and getters prove nothing: anyone can clone a known implementation and initialize it
 * without collateral. Rejects when no node responds.
 */
export async function isGenuineOption(
  option: Address,
  deps: ProofDeps,
  splits = 0,
): Promise<boolean> {
  if (splits > MAX_SPLITS) return false;
  const target = proxyTarget(await getCode(deps.rpc, { address: option }));
  // Unknown code could create options without collateral.
  if (target === undefined || implementationAt(target) === undefined) return false;
  const isParent = (parent: Address) => isGenuineOption(parent, deps, splits + 1);
  const creator = await readContract(deps.rpc, {
    address: option,
    abi: optionSidesAbi,
    functionName: 'creator',
  }).catch(() => undefined);
  // An option can name any creator, so the long search is made only for a proven creator.
  if (creator !== undefined && (isKnownCreator(creator) || (await isParent(creator)))) {
    if (await hasCreated(creator, option, deps.rpc)) return true;
  }
  const origin = await creatorByReceipt(option, deps);
  return origin === 'known' || (origin !== undefined && (await isParent(origin)));
}

function isKnownCreator(address: Address): boolean {
  const { books, factories } = KNOWN_EMITTERS;
  return books.has(address.toLowerCase()) || factories.has(address.toLowerCase());
}

/**
 * Returns true when a contract created another contract. The created address proves this: it is a
 * hash of the creator and the number of the creator's earlier contracts.
 */
async function hasCreated(creator: Address, created: Address, rpc: Rpc): Promise<boolean> {
  const count = parseQuantity(await rpc.request('eth_getTransactionCount', [creator, 'latest']));
  const from = fromHex(creator);
  const wanted = created.toLowerCase();
  if (from === undefined || count > MAX_CREATED) return false;
  for (let nonce = Number(count); nonce >= 0; nonce--) {
    const number = nonce === 0 ? new Uint8Array() : numberToBytes(nonce);
    const made = toRlp([from, number], 'bytes');
    if (toHex(keccak_256(made).subarray(12)) === wanted) return true;
    if (nonce % AT_ONCE === 0) await systemWait(0);
  }
  return false;
}

/** Returns the creator if the transaction that an indexer names proves it. */
async function creatorByReceipt(
  option: Address,
  { rpc, recordOf }: ProofDeps,
): Promise<Address | 'known' | undefined> {
  const record = await recordOf?.(option).catch(() => undefined);
  if (record === undefined) return undefined;
  const receipt = await rpc.request('eth_getTransactionReceipt', [record.entry.txHash]);
  const { created, splitFrom } = creationsOf(creationEventsOf(receipt));
  const lower = option.toLowerCase() as Address;
  return created.has(lower) ? 'known' : splitFrom.get(lower);
}
