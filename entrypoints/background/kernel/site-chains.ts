import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { createKeptValue } from './kept-value.ts';
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
  const kept = createKeptValue<StoredSiteChains>(deps.stored, {});

  const of = (origin: string): number => {
    const chosen = Object.hasOwn(kept.get(), origin) ? kept.get()[origin] : undefined;
    return chosen !== undefined && deps.isKnown(chosen) ? chosen : CHAIN_ID;
  };

  async function write(origin: string, chainId: number | undefined): Promise<void> {
    const before = of(origin);
    const rest = Object.entries(kept.get()).filter(([key]) => key !== origin);
    const next = chainId === undefined ? rest : [...rest, [origin, chainId] as const];
    await kept.set(Object.fromEntries(next), () => {
      if (of(origin) !== before) deps.onChange(origin);
    });
  }

  return {
    load: kept.load,
    of,
    set: (origin: string, chainId: number) => write(origin, chainId),
    forget: (origin: string) => write(origin, undefined),
    /** Switches the sites on a removed network to Base. */
    async forgetChain(chainId: number): Promise<void> {
      for (const [origin, chosen] of Object.entries(kept.get())) {
        if (chosen === chainId) await write(origin, undefined);
      }
    },
  };
}
