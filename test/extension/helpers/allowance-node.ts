import { encodeAbiParameters, encodeEventTopics, type Hex, pad, parseAbi, toHex } from 'viem';
import type { EventText } from '../../helpers/synthetic-chain.ts';

const approvalAbi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);

/** Returns the event of an ERC-20 allowance. */
export function approvalOf(options: {
  readonly token: string;
  readonly owner: string;
  readonly spender: string;
  readonly value?: bigint;
}): EventText {
  const { token, owner, spender, value = 5n } = options;
  const topics = encodeEventTopics({
    abi: approvalAbi,
    eventName: 'Approval',
    args: { owner: owner as Hex, spender: spender as Hex },
  });
  return {
    address: token,
    topics: topics.map(String),
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
  };
}

export const addressOf = (kind: number, n: number): Hex =>
  pad(toHex((BigInt(kind) << 32n) + BigInt(n)), { size: 20 });
