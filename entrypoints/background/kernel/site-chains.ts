import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { SiteChains as StoredSiteChains } from './keys.ts';
import type { Stored } from './stored.ts';

export type SiteChains = ReturnType<typeof createSiteChains>;

/**
 * Keeps the chain of each site (EIP-3326), by full origin. A site that hasn't switched is on Base.
 */
export function createSiteChains(deps: {
  stored: Stored<StoredSiteChains>;
  isKnown: (chainId: number) => boolean;
  onChange: (origin: string) => void;
}) {
  let chains: StoredSiteChains = {};

  const of = (origin: string): number => {
    const chosen = Object.hasOwn(chains, origin) ? chains[origin] : undefined;
    return chosen !== undefined && deps.isKnown(chosen) ? chosen : CHAIN_ID;
  };

  async function write(origin: string, chainId: number | undefined): Promise<void> {
    // Requests of sites that aren't connected must not cost a write.
    if (chainId === undefined && !Object.hasOwn(chains, origin)) return;
    const before = of(origin);
    const rest = Object.entries(chains).filter(([key]) => key !== origin);
    chains = Object.fromEntries(chainId === undefined ? rest : [...rest, [origin, chainId]]);
    await deps.stored.write(chains);
    if (of(origin) !== before) deps.onChange(origin);
  }

  return {
    async load(): Promise<void> {
      chains = (await deps.stored.read()) ?? {};
    },
    of,
    set: (origin: string, chainId: number) => write(origin, chainId),
    forget: (origin: string) => write(origin, undefined),
    /** Switches the sites on a removed network to Base. */
    async forgetChain(chainId: number): Promise<void> {
      for (const [origin, chosen] of Object.entries(chains)) {
        if (chosen === chainId) await write(origin, undefined);
      }
    },
  };
}
