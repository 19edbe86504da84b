import { type Address, getAddress } from 'viem';

/** Complete runtime code of a minimal proxy (EIP-1167), with its target in the middle. */
const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/;

/**
 * Returns the target of a minimal proxy; `undefined` for other code. The code is reliable. A
 * contract's getters aren't, because they can return anything.
 */
export function proxyTarget(code: string): Address | undefined {
  const target = MINIMAL_PROXY.exec(code.toLowerCase())?.[1];
  return target === undefined ? undefined : getAddress(`0x${target}`);
}
