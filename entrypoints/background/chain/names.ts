import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddressEqual,
  zeroAddress,
} from 'viem';
import { namehash } from 'viem/ens';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { NameFound } from '../../../shared/chain/names.ts';
import { readAbi } from '../../../shared/chain/read-abi.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import type { Rpc } from './rpc.ts';

/** ERC-137 registry and resolver, ERC-181 reverse records, ENSIP-19 reverse registrar. */
const nameAbi = readAbi([
  'function resolver(bytes32) view returns (address)',
  'function addr(bytes32) view returns (address)',
  'function name(bytes32) view returns (string)',
  'function nameForAddr(address) view returns (string)',
]);

interface NameSystem {
  readonly chainId: number;
  readonly registry: Address;
  /** Suffix of reverse records: `<address>.<suffix>`. */
  readonly reverse: string;
  /** Registrar of reverse records, on chains other than Ethereum. */
  readonly registrar?: Address;
  readonly owns: (name: string) => boolean;
}

/**
 * Resolves Basenames on Base, and ENS names on Ethereum if the user has added that network. Names
 * that need a web server (ERC-3668) aren't supported: the wallet contacts only hosts that the user
 * has chosen.
 */
export const NAME_SYSTEMS: readonly NameSystem[] = [
  {
    chainId: CHAIN_ID,
    registry: '0xB94704422c2a1E396835A571837Aa5AE53285a95',
    reverse: '80002105.reverse',
    registrar: '0x0000000000D8e504002cC26E3Ec46D81971C1664',
    owns: (name) => name.endsWith('.base.eth'),
  },
  {
    chainId: 1,
    registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
    reverse: 'addr.reverse',
    owns: (name) => name.endsWith('.eth') && !name.endsWith('.base.eth'),
  },
];

/** Plain letters, digits and hyphens, so look-alike letters aren't possible. */
const NAME = /^(?=.{5,80}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+eth$/;

/** Maximum hex digits of an answer: enough for many records of eighty characters. */
const MAX_ANSWER = 2_000;

export interface Names {
  /**
   * Returns the address of a name, or the reason why the name has no address. The reverse record
   * must agree.
   */
  addressOf(name: string): Promise<NameFound>;
  /** Returns the name of an address; undefined unless the name resolves to the address. */
  nameOf(address: Address): Promise<string | undefined>;
}

/**
 * Resolves names whose forward and reverse records agree. Rejects when the node doesn't respond.
 */
export function createNames(deps: {
  rpcOf: (chainId: number) => Rpc;
  isKnownChain: (chainId: number) => boolean;
}): Names {
  const systems = () => NAME_SYSTEMS.filter(({ chainId }) => deps.isKnownChain(chainId));

  async function forward(system: NameSystem, name: string): Promise<Address | undefined> {
    const found = await askResolver(deps.rpcOf(system.chainId), system, namehash(name), 'addr');
    return found === undefined || found === zeroAddress ? undefined : getAddress(found);
  }

  async function hasNameService({ chainId, registry }: NameSystem): Promise<boolean> {
    const code = await deps.rpcOf(chainId).request('eth_getCode', [registry, 'latest']);
    return code !== '0x';
  }

  async function reverse(system: NameSystem, address: Address): Promise<string | undefined> {
    const rpc = deps.rpcOf(system.chainId);
    const node = namehash(`${address.slice(2).toLowerCase()}.${system.reverse}`);
    const own =
      system.registrar === undefined
        ? undefined
        : await ask(rpc, system.registrar, 'nameForAddr', [address]);
    const name = own || (await askResolver(rpc, system, node, 'name'));
    return name !== undefined && NAME.test(name) && system.owns(name) ? name : undefined;
  }

  return {
    async addressOf(typed) {
      const name = typed.trim().toLowerCase();
      const system = NAME.test(name) ? NAME_SYSTEMS.find(({ owns }) => owns(name)) : undefined;
      if (system === undefined) return { kind: 'unknown' };
      const { chainId } = system;
      if (!deps.isKnownChain(chainId)) return { kind: 'chainNotAdded', chainId };
      const address = await forward(system, name);
      if (address === undefined && !(await hasNameService(system)))
        return { kind: 'noNameService', chainId };
      if (address === undefined || (await reverse(system, address)) !== name)
        return { kind: 'unknown' };
      return { kind: 'address', address };
    },

    async nameOf(address) {
      for (const system of systems()) {
        const name = await reverse(system, address);
        if (name === undefined) continue;
        const back = await forward(system, name);
        if (back !== undefined && isAddressEqual(back, address)) return name;
      }
      return undefined;
    },
  };
}

async function askResolver(rpc: Rpc, system: NameSystem, node: Hex, what: 'addr' | 'name') {
  const resolver = await ask(rpc, system.registry, 'resolver', [node]);
  if (resolver === undefined || resolver === zeroAddress) return undefined;
  return ask(rpc, getAddress(resolver), what, [node]);
}

/**
 * Returns the result of a view function; undefined when the contract is missing, reverts, or
 * returns another type.
 */
async function ask(
  rpc: Rpc,
  to: Address,
  functionName: 'resolver' | 'addr' | 'name' | 'nameForAddr',
  args: readonly [Hex],
): Promise<string | undefined> {
  const data = encodeFunctionData({ abi: nameAbi, functionName, args });
  let answer: unknown;
  try {
    answer = await rpc.request('eth_call', [{ to, data }, 'latest']);
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
  if (typeof answer !== 'string' || answer.length > MAX_ANSWER) return undefined;
  try {
    return decodeFunctionResult({ abi: nameAbi, functionName, data: answer as Hex });
  } catch {
    // A contract can return anything.
    return undefined;
  }
}
