import type { Address, Hex } from 'viem';
import { toHex } from '../../shared/bytes.ts';
import { orderDigestBytes } from '../../shared/orders/eip712.ts';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import { recoverSigner } from '../../shared/orders/recover.ts';

/** An entry's signer and identity. */
export interface SignatureCheck {
  readonly digest: Hex;
  readonly signer: Address | undefined;
}

/** Recovers the signer. This is the expensive part of verification: about a millisecond. */
export function checkSignature({ order, signature, optionBookAddress }: FeedEntry): SignatureCheck {
  const digest = orderDigestBytes(order, optionBookAddress);
  return { digest: toHex(digest), signer: recoverSigner(digest, signature) };
}
