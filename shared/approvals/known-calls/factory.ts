import { type ContractFunctionArgs, zeroAddress } from 'viem';
import { optionFactoryAbi } from '../../chain/abi/option-factory.ts';
import { isOrderBook } from '../../chain/chain-context.ts';
import { FACTORY_R12 } from '../../chain/deployments.ts';
import { isSameAddress } from '../../is-same-address.ts';
import { orderOfTuple } from '../../orders/calldata.ts';
import type { RequestTerms } from '../../quotations/terms.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../units.ts';
import { functionOf } from './descriptor.ts';
import { type KnownCall, knownCall } from './known-call.ts';

/** No product has more strikes. */
const MAX_STRIKES = 4;
/** Characters; a public key has 68, and known extra data is one word. */
const MAX_KEY = 200;
const MAX_EXTRA_DATA = 2_000;
/** Characters of a sealed offer; a maker's have about 200. */
const MAX_SEALED = 4_000;

const abi = optionFactoryAbi;
const at = FACTORY_R12;

/** Calls of the pinned factory for requests to makers; other factories may mean others by them. */
export const factoryCalls: readonly KnownCall[] = [
  knownCall(
    functionOf(abi, 'requestForQuotation'),
    ([params, { referralId }, limit, publicKey]) => {
      const terms = termsOf(params);
      return terms === undefined || publicKey.length > MAX_KEY
        ? undefined
        : {
            kind: 'request quotation',
            terms,
            limit: tokenAmount(limit),
            publicKey,
            staysOpen: params.convertToLimitOrder,
            referralId,
          };
    },
    at,
  ),
  knownCall(
    functionOf(abi, 'settleQuotationEarly'),
    ([id, amount, nonce, offeror]) => ({
      kind: 'accept offer',
      id,
      amount: tokenAmount(amount),
      nonce,
      offeror,
    }),
    at,
  ),
  knownCall(functionOf(abi, 'cancelQuotation'), ([id]) => ({ kind: 'cancel quotation', id }), at),
  knownCall(functionOf(abi, 'settleQuotation'), ([id]) => ({ kind: 'settle quotation', id }), at),
  knownCall(
    functionOf(abi, 'claimEscrowedFunds'),
    ([token]) => ({ kind: 'claim escrow', token }),
    at,
  ),
  knownCall(
    functionOf(abi, 'makeOfferForQuotation'),
    ([id, , signingKey, sealed]) =>
      signingKey.length > MAX_KEY || sealed.length > MAX_SEALED
        ? undefined
        : { kind: 'make offer', id },
    at,
  ),
  knownCall(
    functionOf(abi, 'revealOffer'),
    ([id, amount, nonce, offeror]) => ({
      kind: 'reveal offer',
      id,
      amount: tokenAmount(amount),
      nonce,
      offeror,
    }),
    at,
  ),
  knownCall(
    functionOf(abi, 'cancelOfferForQuotation'),
    ([id]) => ({ kind: 'cancel offer', id }),
    at,
  ),
  knownCall(
    functionOf(abi, 'settleQuotationEarlyByOrderBook'),
    ([id, book, tuple, signature]) => {
      const order = orderOfTuple(tuple);
      return order === undefined
        ? undefined
        : { kind: 'accept order', id, book, isPinnedBook: isOrderBook(book), order, signature };
    },
    at,
  ),
  knownCall(
    functionOf(abi, 'swapAndCall'),
    ([router, source, , amount, , inner], { to, value, understand }) => ({
      kind: 'swap and call',
      router,
      source,
      // Without a token, the coin that is sent along is wrapped.
      amount: tokenAmount(isSameAddress(source, zeroAddress) ? value : amount),
      inner: understand({ to, value: '0x0', data: inner }),
    }),
    at,
  ),
  knownCall(functionOf(abi, 'registerReferral'), () => ({ kind: 'register referral' }), at),
  knownCall(functionOf(abi, 'withdrawFees'), ([token]) => ({ kind: 'withdraw fees', token }), at),
];

type Params = ContractFunctionArgs<typeof abi, 'nonpayable', 'requestForQuotation'>[0];

/** Undefined for terms without a known effect: the factory fills in deposit and collateral. */
function termsOf(params: Params): RequestTerms | undefined {
  const { expiryTimestamp, offerEndTimestamp, strikes, existingOptionAddress } = params;
  const latest = BigInt(Number.MAX_SAFE_INTEGER);
  if (expiryTimestamp > latest || offerEndTimestamp > latest) return undefined;
  if (params.requesterDeposit !== 0n || params.collateralAmount !== 0n) return undefined;
  if (strikes.length > MAX_STRIKES || params.extraOptionData.length > MAX_EXTRA_DATA)
    return undefined;
  return {
    requester: params.requester,
    existingOption: isSameAddress(existingOptionAddress, zeroAddress)
      ? undefined
      : existingOptionAddress,
    collateral: params.collateral,
    priceFeed: params.collateralPriceFeed,
    implementation: params.implementation,
    strikes: strikes.map(price8),
    contracts: contracts(params.numContracts),
    expiry: unixSeconds(Number(expiryTimestamp)),
    offerEnd: unixSeconds(Number(offerEndTimestamp)),
    isBuyer: params.isRequestingLongPosition,
    extraOptionData: params.extraOptionData,
  };
}
