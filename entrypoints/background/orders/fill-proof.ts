import type { Address } from 'viem';
import { proxyTarget } from '../../../shared/chain/minimal-proxy.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import type { FillProof } from '../../../shared/messages/ticket.ts';
import type { DecodedFill } from '../../../shared/orders/calldata.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { Clock } from '../../../shared/ports.ts';
import { FILL_FACTS, fillDifferences } from '../../../shared/positions/filled-as-signed.ts';
import { getCode } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { positionsOfReceipt } from '../positions/receipt.ts';

/**
 * Holds the receipt of a mined fill, and the code of the option that it made, against what was signed.
 * `undefined` when the transaction made no option: something else took its nonce.
 */
export async function proveFill(options: {
  client: Rpc;
  clock: Clock;
  hash: string;
  book: Address;
  account: Address;
  fill: Extract<DecodedFill, { kind: 'fill' }>;
}): Promise<FillProof | undefined> {
  const { client, book, account } = options;
  const { order, signature, referrer } = options.fill;
  const receipt = await client.request('eth_getTransactionReceipt', [options.hash]);
  const [position] = positionsOfReceipt(receipt, options.clock);
  if (position === undefined || !isRecord(receipt)) return undefined;
  // What cannot be read is left out of what was compared.
  const code = await getCode(client, { address: position.address }).catch(() => undefined);
  const implementation = code === undefined ? undefined : proxyTarget(code);
  const made = { ...position, implementation };
  const entry = { order, nonce: computeNonce(order), signature, optionBookAddress: book };
  return {
    option: position.address,
    block: BigInt(String(receipt.blockNumber)).toString(),
    compared: FILL_FACTS.filter((fact) => fact !== 'implementation' || code !== undefined),
    differing: [
      ...fillDifferences(made, { entry, numContracts: order.numContracts, referrer, account }),
      // Code that is no proxy at all is a difference too.
      ...(code !== undefined && implementation === undefined ? ['implementation' as const] : []),
    ],
    premium: position.entryPremium.toString(),
    fee: position.entryFeePaid.toString(),
    referralFee: position.referralFeePaid.toString(),
    collateral: position.collateralAmount.toString(),
  };
}
