import { isRecent } from '../../../shared/is-recent.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Side } from '../../../shared/positions/value.ts';
import type { Contracts, EpochMs, TokenAmount } from '../../../shared/units.ts';

/** Maximum age of an offer in milliseconds. The market moves in the meantime. */
const MAX_AGE_MS = 600_000;

/** A known maker's offer to take over a side. */
export interface SideOffer {
  readonly option: string;
  readonly side: Side;
  readonly contracts: Contracts;
  readonly premium: TokenAmount;
}

export type LastOffers = ReturnType<typeof createLastOffers>;

/** Keeps the best known offers for the account's sides in memory. */
export function createLastOffers({ clock }: { clock: Clock }) {
  const offers = new Map<string, SideOffer & { readonly at: EpochMs }>();
  const keyOf = (option: string, side: Side) => `${option.toLowerCase()} ${side}`;
  return {
    keep: (offer: SideOffer): void => {
      offers.set(keyOf(offer.option, offer.side), { ...offer, at: clock.now() });
    },
    /** Returns the premium of a recent offer for all contracts of a side. */
    of({ address, numContracts }: PositionRecord, side: Side): TokenAmount | undefined {
      const found = offers.get(keyOf(address, side));
      return found?.contracts === numContracts && isRecent(found.at, clock.now(), MAX_AGE_MS)
        ? found.premium
        : undefined;
    },
  };
}
