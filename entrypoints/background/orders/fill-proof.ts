import type { Address } from 'viem';
import { proxyTarget } from '../../../shared/chain/minimal-proxy.ts';
import type { FillProof } from '../../../shared/messages/ticket.ts';
import type { FillArguments } from '../../../shared/orders/calldata.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { FILL_FACTS, fillDifferences } from '../../../shared/positions/filled-as-signed.ts';
import { readReceipt } from '../chain/read-receipt.ts';
import { getCode } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { positionsOfReceipt } from '../chain/trade-receipt.ts';

/** Result of reading a mined fill's receipt; `unread` when no node returned it. */
export type Evidence =
  | { readonly kind: 'proved'; readonly proof: FillProof }
  | { readonly kind: 'noOption' }
  | { readonly kind: 'unread' };

/**
 * Compares the receipt of a mined fill, and the code of its option, with what was signed. Returns
 * `noOption` when the receipt has no fill: another transaction used the fill's nonce. Tries a few
 * times when the node fails or doesn't have the receipt. Never rejects.
 */
export async function proveFill(options: {
  client: Rpc;
  clock: Clock;
  wait: Wait;
  hash: string;
  book: Address;
  account: Address;
  fill: FillArguments;
}): Promise<Evidence> {
  const { client, book, account } = options;
  const { order, signature, referrer } = options.fill;
  const receipt = await readReceipt(client, options.wait, options.hash);
  if (receipt === undefined) return { kind: 'unread' };
  const [position] = positionsOfReceipt(receipt, options.clock, options.hash);
  if (position === undefined) return { kind: 'noOption' };
  // If no node returns the code, the comparison leaves it out.
  const code = await getCode(client, { address: position.address }).catch(() => undefined);
  const implementation = code === undefined ? undefined : proxyTarget(code);
  const made = { ...position, implementation };
  const entry = { order, nonce: computeNonce(order), signature, optionBookAddress: book };
  const proof: FillProof = {
    option: position.address,
    block: BigInt(receipt.blockNumber).toString(),
    compared: FILL_FACTS.filter((fact) => fact !== 'implementation' || code !== undefined),
    differing: [
      ...fillDifferences(made, { entry, numContracts: order.numContracts, referrer, account }),
      // Code that isn't a proxy is a difference too.
      ...(code !== undefined && implementation === undefined ? ['implementation' as const] : []),
    ],
    premium: position.entryPremium.toString(),
    fee: position.entryFeePaid.toString(),
    referralFee: position.referralFeePaid.toString(),
    collateral: position.collateralAmount.toString(),
  };
  return { kind: 'proved', proof };
}
