import { randomBytes } from 'node:crypto';
import { bytesToHex, type Hex, type LocalAccount } from 'viem';
import type { Devnet } from './devnet.ts';
import { signOffer } from './rfq-offer.ts';
import { offerText, randomNonce, type SealedOffer, seal } from './rfq-seal.ts';

/** Behaviour of makers. Every kind except `honest` breaks the rules or gives up. */
export type Conduct =
  | 'honest'
  /** Signs with a key that isn't the maker's. */
  | 'forged'
  /** Sends ciphertext and signature of an offer for another request. */
  | 'replayed'
  /** Sends random bytes instead of an offer. */
  | 'garbage'
  /** Offers twice the reserve, which is more than a buyer's escrow can pay. */
  | 'above the reserve'
  /** Seals a better amount than the amount that it signs and reveals. */
  | 'revealed worse'
  /** Reveals after the end of the reveal window. */
  | 'late'
  | 'never revealed'
  /** Cancels its offer before the period for offers ends. */
  | 'withdrawn';

/** An offer, and the values that its maker reveals later. */
export interface MadeOffer extends SealedOffer {
  readonly signature: Hex;
  readonly amount: bigint;
  readonly nonce: bigint;
}

/** Signs and seals an offer of `amount` for a request, with the deviations of the conduct. */
export async function makeOffer(
  devnet: Pick<Devnet, 'client'>,
  input: {
    readonly conduct: Conduct;
    readonly maker: LocalAccount;
    readonly quotationId: bigint;
    readonly amount: bigint;
    readonly reserve: bigint;
    readonly isRequestingLong: boolean;
    readonly requesterKey: Hex;
    /** Key that signs a forged offer in another maker's name. */
    readonly stranger: LocalAccount;
  },
): Promise<MadeOffer> {
  const { conduct, maker, quotationId, requesterKey } = input;
  const nonce = randomNonce();
  const shown = conduct === 'above the reserve' ? input.reserve * 2n : input.amount;
  const step = input.isRequestingLong ? shown / 50n : -shown / 50n;
  const amount = conduct === 'revealed worse' ? shown + step : shown;
  const signature = await signOffer(devnet, conduct === 'forged' ? input.stranger : maker, {
    quotationId: conduct === 'replayed' ? quotationId + 1n : quotationId,
    offerAmount: amount,
    offeror: maker.address,
    nonce,
  });
  const sealed = seal(offerText(shown, nonce), requesterKey);
  const wire = conduct === 'garbage' ? bytesToHex(randomBytes(64)) : sealed.wire;
  return { ...sealed, wire, signature, amount, nonce };
}
