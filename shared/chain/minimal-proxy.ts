import { type Address, getAddress } from 'viem';

/** The whole runtime code of a minimal proxy, with its target in the middle (EIP-1167). */
const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/;

/** The contract that a minimal proxy runs; `undefined` for any other code. Code cannot lie, getters can. */
export function proxyTarget(code: string): Address | undefined {
  const target = MINIMAL_PROXY.exec(code.toLowerCase())?.[1];
  return target === undefined ? undefined : getAddress(`0x${target}`);
}
