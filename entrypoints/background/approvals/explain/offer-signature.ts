import type { Address } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import { hexBytes } from '../../../../shared/orders/abi-words.ts';
import { recoverSigner } from '../../../../shared/orders/recover.ts';
import { offerDigest } from '../../../../shared/quotations/offer.ts';
import type { UnixSeconds } from '../../../../shared/units.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { createFactoryReader } from '../../market/options/factory.ts';
import { readOffers } from '../../market/options/read-offers.ts';

/** Checks the signature in an offer's event: the offeror signed this amount for this request. */
export async function offerSignatureCheck(
  rpc: Rpc,
  offer: { id: bigint; amount: bigint; nonce: bigint; offeror: Address },
  { offerEnd }: { offerEnd: UnixSeconds },
): Promise<CheckFact> {
  const { id, amount, nonce, offeror } = offer;
  try {
    const [{ domain }, events] = await Promise.all([
      createFactoryReader(rpc)(),
      readOffers(rpc, [{ id, offerEnd }]),
    ]);
    const posted = events.get(id)?.offers.find((one) => isSameAddress(one.offeror, offeror));
    if (posted === undefined) return { code: 'signature.unread', status: 'warned' };
    const message = { quotationId: id, offerAmount: amount, offeror, nonce };
    const signer = recoverSigner(hexBytes(offerDigest(domain, message)), posted.signature);
    return isSameAddress(signer ?? '', offeror)
      ? { code: 'signature.offerSigned', status: 'passed' }
      : { code: 'signature.offerNotSigned', status: 'failed' };
  } catch {
    // Without the node, only the contract will check the signature.
    return { code: 'signature.unread', status: 'warned' };
  }
}
