import { zeroAddress } from 'viem';
import { optionFactoryAbi as abi } from '../../chain/abi/option-factory.ts';
import { FACTORY_R12 } from '../../chain/deployments.ts';
import { isSameAddress } from '../../is-same-address.ts';
import type { FactoryRequest, RequestTerms } from '../../quotations/terms.ts';
import * as Type from '../../schema.ts';
import { contracts, price8, unixSeconds } from '../../units.ts';
import {
  AmountFactSchema,
  amountFact,
  OfferTradeSchema,
  requestedFact,
  TradedFactSchema,
  UnitsSchema,
} from '../facts/amounts.ts';
import type { CheckFact } from '../facts/checks.ts';
import { AddressSchema } from '../types.ts';
import { describedCall, functionOf, on } from './descriptor.ts';
import {
  address,
  baseUnits,
  bytes,
  internal,
  isKnownBook,
  order,
  token,
  wholeNumber,
} from './role.ts';

/** Maximum number of strikes of any product. */
const MAX_STRIKES = 4;
/** Maximum characters. A public key has 68, and known extra data is one word. */
const MAX_KEY = 200;
const MAX_EXTRA_DATA = 2_000;
/** Maximum characters of a sealed offer. A maker's offers have about 200. */
const MAX_SEALED = 4_000;

const KNOWN = { code: 'factory.known', status: 'passed' } as const satisfies CheckFact;

const textOf = (max: number) =>
  internal((text) => (String(text).length > max ? undefined : String(text)));

/** Undefined for terms with an unknown effect. The factory sets deposit and collateral. */
const terms = internal((tuple): RequestTerms | undefined => {
  const params = tuple as FactoryRequest;
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
});

const at = FACTORY_R12;
/** `id` of the request. */
const about = { id: wholeNumber };
const ABOUT = { id: 'quotationId' } as const;
/** A call that names an offer's amount, in base units of the collateral. */
const opened = { ...about, amount: baseUnits, nonce: wholeNumber, offeror: address };
const OPENED = { ...ABOUT, amount: 'offerAmount' } as const;
/** Read from the chain, because the bytes name only the request's number. */
const trade = Type.Optional(OfferTradeSchema);

/**
 * Calls of the pinned factory about requests to makers. In other factories they may mean something
 * else.
 */
export const FACTORY_CALLS = [
  describedCall({
    functions: {
      'request quotation': on(functionOf(abi, 'requestForQuotation'), {
        terms: 'params',
        limit: 'reservePrice',
        publicKey: 'requesterPublicKey',
        staysOpen: 'params',
        referralId: 'tracking',
      }),
    },
    at,
    roles: {
      terms,
      /** Maximum that a buyer pays or minimum that a seller gets, for all contracts. */
      limit: baseUnits,
      /** Public key to which makers seal their offers. The factory accepts any text. */
      publicKey: textOf(MAX_KEY),
      /** True if the request can still be settled after the auction. */
      staysOpen: internal((params) => (params as FactoryRequest).convertToLimitOrder),
      /** Zero without a referrer. */
      referralId: internal((tracking) => (tracking as { referralId: bigint }).referralId),
    },
    /** `existing`: the option whose side the account sells or buys back. */
    also: {
      isBuyer: Type.Boolean(),
      existing: Type.Optional(AddressSchema),
      contracts: UnitsSchema,
      decimals: Type.Integer({ minimum: 0, maximum: 255 }),
      traded: TradedFactSchema,
      limit: AmountFactSchema,
    },
    alsoOf({ terms: asked, limit }, context) {
      const { collateral, existingOption: existing, isBuyer } = asked;
      return {
        isBuyer,
        ...(existing === undefined ? {} : { existing }),
        contracts: asked.contracts.toString(),
        decimals: context.tokenAt(collateral)?.decimals ?? 0,
        traded: requestedFact(asked),
        limit: amountFact({ token: collateral, amount: limit }, context),
      };
    },
    checks: ['request'],
  }),
  /** The requester accepts an offer. */
  describedCall({
    functions: { 'accept offer': on(functionOf(abi, 'settleQuotationEarly'), OPENED) },
    at,
    roles: opened,
    stored: ['id'],
    also: { trade },
    checks: ['offer'],
  }),
  /** The requester accepts an order of a book instead of an offer. */
  describedCall({
    functions: {
      'accept order': on(functionOf(abi, 'settleQuotationEarlyByOrderBook'), {
        ...ABOUT,
        book: 'optionBook',
        isPinnedBook: 'optionBook',
      }),
    },
    at,
    roles: { ...about, book: address, isPinnedBook: isKnownBook, order, signature: bytes },
    stored: ['id'],
    checks: ['acceptedOrder'],
  }),
  /** Anyone who knows an offer can reveal it. */
  describedCall({
    functions: { 'reveal offer': on(functionOf(abi, 'revealOffer'), OPENED) },
    at,
    roles: opened,
    stored: ['id'],
    checks: ['offer'],
  }),
  describedCall({
    functions: {
      'settle quotation': on(functionOf(abi, 'settleQuotation'), ABOUT),
      'cancel quotation': on(functionOf(abi, 'cancelQuotation'), ABOUT),
    },
    at,
    roles: about,
    stored: ['id'],
    also: { trade },
    checks: ['offer'],
  }),
  describedCall({
    functions: {
      'make offer': on(functionOf(abi, 'makeOfferForQuotation'), {
        ...ABOUT,
        sealed: 'encryptedOfferForRequester',
      }),
    },
    at,
    roles: { ...about, signingKey: textOf(MAX_KEY), sealed: textOf(MAX_SEALED) },
    stored: ['id'],
    checks: ['offer'],
  }),
  describedCall({
    functions: { 'cancel offer': on(functionOf(abi, 'cancelOfferForQuotation'), ABOUT) },
    at,
    roles: about,
    stored: ['id'],
    checks: ['offer'],
  }),
  describedCall({
    functions: { 'claim escrow': on(functionOf(abi, 'claimEscrowedFunds')) },
    at,
    roles: { token },
    stored: ['token'],
    checks: [KNOWN, 'escrow'],
  }),
  /** A call of the factory's owner. */
  describedCall({
    functions: { 'withdraw fees': on(functionOf(abi, 'withdrawFees')) },
    at,
    roles: { token },
    stored: ['token'],
    checks: [KNOWN, { code: 'sender.notOwner', status: 'warned' }],
  }),
  describedCall({
    functions: { 'register referral': on(functionOf(abi, 'registerReferral')) },
    at,
    roles: {},
    checks: [KNOWN],
  }),
] as const;
