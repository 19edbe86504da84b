import { CHAIN_ID } from './deployments.ts';
import type { Network } from './network.ts';

export interface BuiltInNetwork extends Network {
  /** True for a test network. Its coins are worthless, and it is hidden by default. */
  readonly isTest: boolean;
}

/**
 * Networks besides Base that the wallet knows, with public endpoints that browsers may use. The
 * wallet sends them no request before the user enables the network.
 */
export const BUILT_IN_NETWORKS: readonly BuiltInNetwork[] = [
  {
    chainId: 1,
    name: 'Ethereum',
    symbol: 'ETH',
    rpcUrls: [
      'https://ethereum-rpc.publicnode.com',
      'https://eth.drpc.org',
      'https://1rpc.io/eth',
      'https://eth.llamarpc.com',
    ],
    explorerUrl: 'https://etherscan.io',
    isTest: false,
  },
  {
    chainId: 10,
    name: 'Optimism',
    symbol: 'ETH',
    rpcUrls: [
      'https://mainnet.optimism.io',
      'https://optimism-rpc.publicnode.com',
      'https://optimism.drpc.org',
      'https://1rpc.io/op',
    ],
    explorerUrl: 'https://optimistic.etherscan.io',
    isTest: false,
  },
  {
    chainId: 42161,
    name: 'Arbitrum One',
    symbol: 'ETH',
    rpcUrls: [
      'https://arb1.arbitrum.io/rpc',
      'https://arbitrum-one-rpc.publicnode.com',
      'https://arbitrum.drpc.org',
      'https://1rpc.io/arb',
    ],
    explorerUrl: 'https://arbiscan.io',
    isTest: false,
  },
  {
    chainId: 137,
    name: 'Polygon',
    symbol: 'POL',
    rpcUrls: [
      'https://polygon-bor-rpc.publicnode.com',
      'https://polygon.drpc.org',
      'https://1rpc.io/matic',
    ],
    explorerUrl: 'https://polygonscan.com',
    isTest: false,
  },
  {
    chainId: 11155111,
    name: 'Sepolia',
    symbol: 'ETH',
    rpcUrls: [
      'https://ethereum-sepolia-rpc.publicnode.com',
      'https://sepolia.drpc.org',
      'https://1rpc.io/sepolia',
    ],
    explorerUrl: 'https://sepolia.etherscan.io',
    isTest: true,
  },
  {
    chainId: 84532,
    name: 'Base Sepolia',
    symbol: 'ETH',
    rpcUrls: [
      'https://sepolia.base.org',
      'https://base-sepolia-rpc.publicnode.com',
      'https://base-sepolia.drpc.org',
    ],
    explorerUrl: 'https://sepolia.basescan.org',
    isTest: true,
  },
];

/** Ids of OP Stack chains, which charge for posting data to Ethereum in addition to gas. */
const OP_STACK: ReadonlySet<number> = new Set([CHAIN_ID, 10, 84532]);

export function chargesDataFee(chainId: number): boolean {
  return OP_STACK.has(chainId);
}

/** Minimum tips of Polygon and its test network (PIP-35). Their nodes often suggest less. */
const MIN_TIPS: ReadonlyMap<number, bigint> = new Map([
  [137, 25_000_000_000n],
  [80002, 25_000_000_000n],
]);

/** Returns the minimum tip that a network accepts, in wei per gas. */
export function leastTip(chainId: number): bigint {
  return MIN_TIPS.get(chainId) ?? 0n;
}

/**
 * Returns true for a built-in network other than Base whose coin is worth one ether. The coins of
 * test networks are worthless.
 */
export function hasEther(chainId: number): boolean {
  return [1, 10, 42161].includes(chainId);
}

export function isBuiltIn(chainId: number): boolean {
  return chainId === CHAIN_ID || BUILT_IN_NETWORKS.some((network) => network.chainId === chainId);
}
