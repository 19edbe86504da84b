import { type Address, encodeFunctionData, type Hex, keccak256, parseAbi, stringToHex } from 'viem';
import { type ChainNode, ChainNodeError } from '../../shared/chain/logs/chain-node.ts';
import type { Clock } from '../../shared/ports.ts';
import { multicall } from '../chain/multicall.ts';
import type { Nodes } from '../chain/nodes.ts';
import { retry } from '../chain/timing.ts';
import { isLive } from '../live-window.ts';

const roleAbi = parseAbi(['function hasRole(bytes32 role, address account) view returns (bool)']);
/** The role that the book checks on a maker contract (options-protocol.md, section 2.5, step 3). */
const OPERATOR_ROLE = keccak256(stringToHex('OPERATOR_ROLE'));
/** Maximum number of makers per list. A forged list can have a new maker in each entry. */
const MAKERS_AT_ONCE = 50;
/** For addresses without code: milliseconds in the cache, and the cache's size. */
const NO_CODE = { ms: 60_000, count: 50_000 };

/** Finds the signers that maker contracts accept. */
export interface ContractMakers {
  /** Returns each maker's accepted signers. Makers without code are missing. */
  accepted(
    signers: ReadonlyMap<Address, ReadonlySet<Address>>,
  ): Promise<ReadonlyMap<Address, ReadonlySet<Address>>>;
  /**
   * Returns those of the first makers that have code. Skips makers that a recent check found
   * without code.
   */
  withCode(makers: readonly Address[]): Promise<readonly Address[]>;
  /** Returns the signers that a maker contract clearly refuses. */
  refused(maker: Address, signers: readonly Address[]): Promise<readonly Address[]>;
}

export function createContractMakers(deps: {
  readonly nodes: Nodes;
  readonly clock: Clock;
}): ContractMakers {
  const { nodes, clock } = deps;
  const withoutCode = new Map<Address, number>();

  function remember(maker: Address): void {
    withoutCode.set(maker, clock.now() + NO_CODE.ms);
    if (withoutCode.size <= NO_CODE.count) return;
    const [oldest] = withoutCode.keys();
    if (oldest !== undefined) withoutCode.delete(oldest);
  }

  async function withCode(makers: readonly Address[]): Promise<Address[]> {
    const unknown = makers
      .filter((maker) => !isLive(withoutCode.get(maker) ?? 0, NO_CODE.ms, clock.now()))
      .slice(0, MAKERS_AT_ONCE);
    if (unknown.length === 0) return [];
    const haveCode = await nodes.use((node) => readHaveCode(node, unknown));
    for (const [i, maker] of unknown.entries()) if (haveCode[i] !== true) remember(maker);
    return unknown.filter((_, i) => haveCode[i] === true);
  }

  return {
    async accepted(signers) {
      const accepted = new Map<Address, ReadonlySet<Address>>();
      for (const maker of await withCode([...signers.keys()])) {
        const asked = [...(signers.get(maker) ?? [])];
        const answers = await readRoles(nodes, maker, asked);
        accepted.set(maker, new Set(asked.filter((_, i) => wordOf(answers[i]) === 1n)));
      }
      return accepted;
    },
    withCode,
    async refused(maker, signers) {
      const answers = await readRoles(nodes, maker, signers);
      return signers.filter((_, i) => wordOf(answers[i]) === 0n);
    },
  };
}

/** Reads roles with one call per contract. A hostile contract can burn only its own call's gas. */
function readRoles(
  nodes: Nodes,
  maker: Address,
  signers: readonly Address[],
): Promise<readonly (Hex | undefined)[]> {
  const reads = signers.map((signer) => ({
    target: maker,
    data: encodeFunctionData({
      abi: roleAbi,
      functionName: 'hasRole',
      args: [OPERATOR_ROLE, signer],
    }),
  }));
  return nodes.use((node) => multicall(node, reads));
}

/**
 * Returns whether each address has code, by one request that no contract can disturb: a simulated
 * creation whose returned "code" is the list of the addresses' code sizes.
 */
async function readHaveCode(node: ChainNode, addresses: readonly Address[]): Promise<boolean[]> {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  // For each address: PUSH20 address, EXTCODESIZE, PUSH2 offset, MSTORE. At the end: PUSH2 length,
  // a replacement for PUSH0, RETURN.
  const program = addresses
    .map((address, i) => `73${address.slice(2).toLowerCase()}3b61${hex(32 * i, 4)}52`)
    .join('');
  const data: Hex = `0x${program}61${hex(32 * addresses.length, 4)}6000f3`;
  return retry(async () => {
    const answer = await node.call('eth_call', [{ data }, 'latest']);
    const words = typeof answer === 'string' ? answer.slice(2).match(/[0-9a-fA-F]{64}/g) : null;
    if (words?.length !== addresses.length)
      throw new ChainNodeError('odd', 'the node returned something other than code sizes');
    return words.map((word) => BigInt(`0x${word}`) > 0n);
  });
}

/**
 * Returns the word of an answer. Contracts may return any data, so returns undefined for anything
 * but one word.
 */
function wordOf(answer: Hex | undefined): bigint | undefined {
  return answer?.length === 66 ? BigInt(answer) : undefined;
}
