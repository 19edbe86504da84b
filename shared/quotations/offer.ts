import { type Address, type Hex, hashTypedData } from 'viem';
import { isRecord } from '../is-record.ts';
import { isSameAddress } from '../is-same-address.ts';
import { hexBytes } from '../orders/abi-words.ts';
import { recoverSigner } from '../orders/recover.ts';
import { parseJson } from '../parse.ts';
import { MAX_UINT256, type TokenAmount, tokenAmount } from '../units.ts';

/** Maximum characters of an offer's text, far above the longest offer. */
const MAX_CHARACTERS = 400;
const MAX_UINT64 = 2n ** 64n - 1n;

/** EIP-712 type of the data that an offeror signs. `revealOffer` takes a 64-bit nonce. */
export const OFFER_TYPES = {
  Offer: [
    { name: 'quotationId', type: 'uint256' },
    { name: 'offerAmount', type: 'uint256' },
    { name: 'offeror', type: 'address' },
    { name: 'nonce', type: 'uint64' },
  ],
} as const;

/** keccak256 of `Offer(…)`. A factory with another OFFER_TYPEHASH accepts other signatures. */
export const OFFER_TYPE_HASH: Hex =
  '0xa817912ccea34f455abd02a975ff7f9066699305af09b69d533ceae0be7fd512';

/**
 * EIP-712 domain of a factory. Read from the factory, because its name and version aren't
 * published.
 */
export interface OfferDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: Address;
}

/**
 * An offer that its offeror signed for one request. `amount` is the total for all contracts, in
 * collateral units.
 */
export interface SignedOffer {
  readonly amount: TokenAmount;
  readonly nonce: bigint;
}

/** Returns the digest that an offeror signs. */
export function offerDigest(
  domain: OfferDomain,
  message: { quotationId: bigint; offerAmount: bigint; offeror: Address; nonce: bigint },
): Hex {
  return hashTypedData({ domain, types: OFFER_TYPES, primaryType: 'Offer', message });
}

/**
 * Parses the text in a sealed offer and proves that its offeror signed it for this request. Makers
 * write the nonce in hexadecimal or decimal digits without naming the base, but the offeror signed
 * exactly one of the two readings. Undefined if the text isn't an offer or no reading is signed.
 */
export function readOffer(
  text: string,
  from: { domain: OfferDomain; quotationId: bigint; offeror: Address; signature: Hex },
): SignedOffer | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return undefined;
  const { offerAmount, nonce } = parsed;
  if (typeof offerAmount !== 'string' || typeof nonce !== 'string') return undefined;
  if (!/^\d{1,78}$/.test(offerAmount) || BigInt(offerAmount) > MAX_UINT256) return undefined;
  const { domain, quotationId, offeror, signature } = from;
  const amount = BigInt(offerAmount);
  const signed = readings(nonce).filter((reading) => {
    const message = { quotationId, offerAmount: amount, offeror, nonce: reading };
    const signer = recoverSigner(hexBytes(offerDigest(domain, message)), signature);
    return signer !== undefined && isSameAddress(signer, offeror);
  });
  const [only, ...more] = signed;
  return only === undefined || more.length > 0
    ? undefined
    : { amount: tokenAmount(amount), nonce: only };
}

/** Returns the possible values of a nonce's text, without duplicates. */
function readings(text: string): readonly bigint[] {
  const hexadecimal = /^(?:0x)?([0-9a-fA-F]{1,16})$/.exec(text)?.[1];
  const found = new Set<bigint>();
  if (/^\d{1,20}$/.test(text)) found.add(BigInt(text));
  if (hexadecimal !== undefined) found.add(BigInt(`0x${hexadecimal}`));
  return [...found].filter((nonce) => nonce <= MAX_UINT64);
}
