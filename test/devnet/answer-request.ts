import { type Hex, type LocalAccount, parseEventLogs } from 'viem';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { optionFactoryAbi } from './abi/full.ts';
import type { Devnet } from './devnet.ts';
import { sendFrom } from './fill.ts';
import { factoryCall } from './rfq-call.ts';
import { signOffer } from './rfq-offer.ts';
import { offerText, randomNonce, seal } from './rfq-seal.ts';

export async function newestRequest(devnet: Devnet): Promise<{ id: bigint; publicKey: Hex }> {
  const logs = await devnet.client.getLogs({ address: FACTORY_R12, fromBlock: 0n });
  const requests = parseEventLogs({
    abi: optionFactoryAbi,
    eventName: 'QuotationRequested',
    logs,
  });
  const newest = requests.at(-1);
  if (newest === undefined) throw new Error('The factory has no request.');
  const { quotationId, requesterPublicKey } = newest.args;
  return { id: quotationId, publicKey: requesterPublicKey as Hex };
}

/** Makes a sealed offer for a request. `amount` is in base units, for all contracts together. */
export async function answerRequest(
  devnet: Devnet,
  options: {
    id: bigint;
    publicKey: Hex;
    amount: bigint;
    from: LocalAccount;
    /** Id for which the offer is signed; by default that of the answered request. */
    signedFor?: bigint;
  },
): Promise<void> {
  const { id, publicKey, amount, from, signedFor = id } = options;
  const nonce = randomNonce();
  const signature = await signOffer(devnet, from, {
    quotationId: signedFor,
    offerAmount: amount,
    offeror: from.address,
    nonce,
  });
  const { signingKey, wire } = seal(offerText(amount, nonce), publicKey);
  const data = factoryCall('makeOfferForQuotation', [id, signature, signingKey, wire]);
  await sendFrom(devnet, from, { to: FACTORY_R12, data });
}
