import { type Address, concatHex, getAddress, type Hex } from 'viem';

/**
 * The only code that Condor sets for an account (EIP-7702): MetaMask's EIP7702StatelessDeleGator
 * 1.3.0. It has no storage, no owner and no further keys, and can't be changed.
 */
export const DELEGATOR: Address = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B';

/** Hashes of the delegator's code by chain. They differ because the code contains the chain id. */
const CODE_HASHES: ReadonlyMap<number, Hex> = new Map([
  [8453, '0x6af675ac126c441bec5d5013da3331a52e7465fc0d5a662a8708a9f33ce497ba'],
]);

/** Address whose authorization removes an account's code. */
export const NO_CODE: Address = '0x0000000000000000000000000000000000000000';

/** Contracts that act for accounts with MetaMask's delegator, versions 1.3 and 1.1. */
export const DELEGATION_MANAGERS = [
  '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  '0x56D56e07e3d6Ee5a24e30203A37a0a460f42D7A3',
] as const;

const MARKER = '0xef0100';

/** Returns the code of an account that delegates to this contract; empty for `NO_CODE`. */
export function codeOf(delegate: string): Hex {
  return delegate === NO_CODE ? '0x' : concatHex([MARKER, delegate.toLowerCase() as Hex]);
}

/** Returns the hash of the delegator's code on a chain; undefined for an unchecked chain. */
export function delegatorHash(chainId: number): Hex | undefined {
  return CODE_HASHES.get(chainId);
}

/** Returns the contract to which an account with this code delegates. */
export function delegateOf(code: string): Address | undefined {
  const target = /^0xef0100([0-9a-f]{40})$/i.exec(code)?.[1];
  return target === undefined ? undefined : getAddress(`0x${target}`);
}

/**
 * Shows whether an account can make several calls in one transaction (EIP-5792). `ready`: its next
 * batch turns it into a smart account; `offered`: the user must first agree to that.
 */
export type AtomicStatus = 'supported' | 'ready' | 'offered' | 'unsupported';
