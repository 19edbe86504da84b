import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
} from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import type { Rpc } from './rpc.ts';

/** Storage of an upgradeable OpenZeppelin 5 token (ERC-7201). Allowances are in slot two. */
const OPENZEPPELIN_5 = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace01n;
/**
 * Likely mapping slots of allowances: 0 to 63, such as 4 (WETH), 10 (USDC, cbBTC) and 52 (Aave),
 * and OpenZeppelin's.
 */
const MAPPING_SLOTS = [...Array.from({ length: 64 }, (_, slot) => BigInt(slot)), OPENZEPPELIN_5];
/** Added to a slot's index to mark the slot. It exceeds any token's supply. */
const MARK = 2n ** 200n;

/**
 * Finds the storage slot of an allowance: overrides each likely slot with another number and reads
 * the allowance. Returns undefined when the token uses other slots or the node ignores overrides.
 * Rejects when the node fails.
 */
export async function findAllowanceSlot(
  rpc: Rpc,
  { token, owner, spender }: { token: Address; owner: Address; spender: Address },
): Promise<Hex | undefined> {
  const slots = MAPPING_SLOTS.flatMap((mapping) => [
    // Solidity hashes the key before the slot, Vyper the slot before the key.
    hash(['address', spender], ['bytes32', hash(['address', owner], ['uint256', mapping])]),
    hash(['bytes32', hash(['uint256', mapping], ['address', owner])], ['address', spender]),
  ]);
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  });
  const stateDiff = Object.fromEntries(slots.map((slot, i) => [slot, word(MARK + BigInt(i))]));
  const answer = await rpc.request('eth_call', [
    { to: token, data },
    'latest',
    { [token]: { stateDiff } },
  ]);
  const read = decodeAllowance(answer);
  return read === undefined || read < MARK ? undefined : slots[Number(read - MARK)];
}

/** Returns the state override that sets one slot of a contract to an amount. */
export function slotOverride(contract: Address, slot: Hex, amount: bigint) {
  return { [contract]: { stateDiff: { [slot]: word(amount) } } };
}

type Part =
  | readonly ['address', Address]
  | readonly ['bytes32', Hex]
  | readonly ['uint256', bigint];

function hash(first: Part, second: Part): Hex {
  return keccak256(
    encodeAbiParameters([{ type: first[0] }, { type: second[0] }], [first[1], second[1]]),
  );
}

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

function decodeAllowance(answer: unknown): bigint | undefined {
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer)) return undefined;
  const data: Hex = `0x${answer.slice(2)}`;
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'allowance', data });
}
