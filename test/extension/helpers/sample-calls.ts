import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  maxUint256,
  zeroAddress,
} from 'viem';
import { batchOf } from '../../../shared/approvals/batch.ts';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { multicallsAbi } from '../../../shared/chain/abi/multicalls.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { optionFactoryAbi } from '../../../shared/chain/abi/option-factory.ts';
import { permit2Abi } from '../../../shared/chain/abi/permit2.ts';
import { physicalOptionAbi } from '../../../shared/chain/abi/physical-option.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';
import {
  BOOK_R12,
  FACTORY_R12,
  OLDER_FACTORIES,
  PRICE_FEEDS,
} from '../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS, type ProductName } from '../../../shared/chain/implementations.ts';
import { LENDING_POOL, reserveOf } from '../../../shared/chain/lending.ts';

export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const BAKERY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** An ordinary account. */
export const PERSON = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
/** A contract that Condor doesn't know. */
const CONTRACT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** Clones of a known put, and of a call option that settles by delivery. */
export const PUT = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
export const DELIVERED = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
/** A collection (ERC-721). */
export const COLLECTION = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
/** A token whose name only the token's contract claims. */
export const CLAIMING = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955';
export const USDC = reserveOf('USDC').asset.address;
export const WETH = reserveOf('WETH').asset.address;
/** 15 January 2027 in Unix seconds. */
export const EXPIRY = 1_800_000_000n;
const KEY = `0x02${'7'.repeat(64)}`;
/** ERC-8021: the code `bc_wallet`. */
const ATTRIBUTION = '62635f77616c6c6574090080218021802180218021802180218021';

export function implementationOf(product: ProductName): Address {
  const found = IMPLEMENTATIONS.find((one) => one.product === product && one.revision === 'r12');
  if (found === undefined) throw new TypeError(`There is no ${product}.`);
  return found.address;
}

export const REQUEST = {
  requester: ACCOUNT,
  existingOptionAddress: zeroAddress,
  collateral: USDC,
  collateralPriceFeed: PRICE_FEEDS[0]?.address ?? zeroAddress,
  implementation: implementationOf('PUT'),
  strikes: [250_000_000_000n],
  numContracts: 2_000_000n,
  requesterDeposit: 0n,
  collateralAmount: 0n,
  expiryTimestamp: EXPIRY,
  offerEndTimestamp: EXPIRY - 90_000n,
  isRequestingLongPosition: true,
  convertToLimitOrder: false,
  extraOptionData: '0x',
} as const;

const ORDER = {
  maker: BAKERY,
  orderExpiryTimestamp: EXPIRY - 80_000n,
  collateral: USDC,
  isCall: false,
  priceFeed: REQUEST.collateralPriceFeed,
  implementation: REQUEST.implementation,
  isLong: false,
  maxCollateralUsable: 10n ** 12n,
  strikes: [250_000_000_000n],
  expiry: EXPIRY,
  price: 3_000_000_000n,
  numContracts: 2_000_000n,
  extraOptionData: '0x',
} as const;

const encode = (abi: Abi, functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args });

const call = (to: string, data: string, wei = 0n): TransactionDraft => ({
  to,
  value: `0x${wei.toString(16)}`,
  data,
});
const token = (to: string, name: string, ...args: readonly unknown[]) =>
  call(to, encode(erc20Abi, name, ...args));
type TokenCall = keyof typeof tokenCallsAbi;
const other = (to: string, name: TokenCall, args: readonly unknown[], wei = 0n) =>
  call(to, encode([tokenCallsAbi[name]], tokenCallsAbi[name].name, ...args), wei);
const option = (name: string, ...args: readonly unknown[]) =>
  call(PUT, encode(optionAbi, name, ...args));
const book = (name: string, ...args: readonly unknown[]) =>
  call(BOOK_R12, encode(optionBookAbi, name, ...args));
const factory = (name: string, ...args: readonly unknown[]) =>
  call(FACTORY_R12, encode(optionFactoryAbi, name, ...args));
const pool = (name: string, ...args: readonly unknown[]) =>
  call(LENDING_POOL, encode(lendingPoolAbi, name, ...args));
const multi = (to: string, name: keyof typeof multicallsAbi, ...args: readonly unknown[]) =>
  call(to, encode([multicallsAbi[name]], multicallsAbi[name].name, ...args));
const permit = (owner: string, spender: string, amount: bigint, deadline = EXPIRY) =>
  other(USDC, 'permit', [owner, spender, amount, deadline, 27, KEY.slice(0, 66), KEY.slice(0, 66)]);
const request = (
  change: Partial<Record<keyof typeof REQUEST, unknown>> = {},
  limit = 50_000_000n,
  referralId = 0n,
  key = KEY,
) =>
  factory(
    'requestForQuotation',
    { ...REQUEST, ...change },
    { referralId, eventCode: 0n },
    limit,
    key,
  );

const TRANSFER = token(USDC, 'transfer', BAKERY, 1_500_000n);
const FILL = book('fillOrder', ORDER, '0x11', zeroAddress);

/** All calls that the wallet explains, by the feature that distinguishes each. */
export const SAMPLE_CALLS: Readonly<Record<string, TransactionDraft>> = {
  send: call(BAKERY, '0x', 10n ** 18n),
  'send to a new receiver': call(PERSON, '0x', 10n ** 18n),
  'send to a token': call(USDC, '0x', 5n),
  'send to nobody': call(zeroAddress, '0x', 5n),
  'send to itself': call(ACCOUNT, '0x', 5n),
  'send with an attribution': call(PERSON, `0x${ATTRIBUTION}`, 5n),
  deploy: { value: '0x0', data: '0x6001' },
  unknown: call(CONTRACT, '0x12345678'),
  'unknown with coin': call(CONTRACT, '0x12345678', 5n),
  'unknown of an older factory': call(OLDER_FACTORIES[0] ?? CONTRACT, '0x12345678'),
  'unknown of the account': call(ACCOUNT, '0x12345678'),
  unreadable: call(USDC, '0x095ea7b300'),
  'other bytes': call(USDC, `${TRANSFER.data}00112233`),
  'an attribution': call(USDC, `${TRANSFER.data}${ATTRIBUTION}`),
  approve: token(USDC, 'approve', CONTRACT, 5_000_000n),
  'approve a person': token(USDC, 'approve', PERSON, maxUint256),
  'approve the book': token(USDC, 'approve', BOOK_R12, 5_000_000n),
  'approve the book without limit': token(USDC, 'approve', BOOK_R12, maxUint256),
  'approve the pool': token(USDC, 'approve', LENDING_POOL, 5_000_000n),
  'approve the factory': token(USDC, 'approve', FACTORY_R12, 5_000_000n),
  'approve nothing': token(USDC, 'approve', CONTRACT, 0n),
  'approve a look-alike': token(USDC, 'approve', `0x7099${'1'.repeat(32)}79c8`, 5n),
  'approve of a claimed name': token(CLAIMING, 'approve', CONTRACT, 5n),
  'approve an item': token(COLLECTION, 'approve', CONTRACT, 7n),
  'approve no item': token(COLLECTION, 'approve', zeroAddress, 7n),
  increaseAllowance: other(USDC, 'increaseAllowance', [CONTRACT, 5_000_000n]),
  'increaseAllowance of nothing': other(USDC, 'increaseAllowance', [PERSON, 0n]),
  permit: permit(ACCOUNT, CONTRACT, 5_000_000n),
  'permit of a person': permit(ACCOUNT, PERSON, maxUint256, maxUint256),
  'permit of another owner': permit(BAKERY, CONTRACT, 5_000_000n),
  'approve by Permit2': call(
    PERMIT2,
    encode(permit2Abi, 'approve', USDC, CONTRACT, 5_000_000n, Number(EXPIRY)),
  ),
  'revoke by Permit2': call(PERMIT2, encode(permit2Abi, 'approve', USDC, PERSON, 0n, 0)),
  transfer: TRANSFER,
  'transfer to a new receiver': token(USDC, 'transfer', PERSON, 1_500_000n),
  'transfer to its token': token(USDC, 'transfer', USDC, 1n),
  'transfer to another token': token(USDC, 'transfer', WETH, 1n),
  'transfer to itself': token(USDC, 'transfer', ACCOUNT, 1n),
  'transfer to a burn address': token(
    USDC,
    'transfer',
    '0x000000000000000000000000000000000000dEaD',
    1n,
  ),
  'transfer of a claimed name': token(CLAIMING, 'transfer', BAKERY, 5n),
  transferFrom: token(USDC, 'transferFrom', ACCOUNT, PERSON, 5n),
  'transferFrom of another': token(USDC, 'transferFrom', BAKERY, PERSON, 5n),
  'transferFrom of an item': token(COLLECTION, 'transferFrom', ACCOUNT, PERSON, 7n),
  setApprovalForAll: other(COLLECTION, 'setApprovalForAll', [PERSON, true]),
  'setApprovalForAll of nothing': other(COLLECTION, 'setApprovalForAll', [PERSON, false]),
  safeTransferFrom: other(COLLECTION, 'transferItem', [ACCOUNT, BAKERY, 7n]),
  'safeTransferFrom with data': other(COLLECTION, 'transferItemWithData', [
    ACCOUNT,
    PERSON,
    7n,
    '0x12',
  ]),
  'safeTransferFrom of several': other(COLLECTION, 'transferItems', [
    BAKERY,
    ACCOUNT,
    7n,
    3n,
    '0x',
  ]),
  deposit: other(WETH, 'deposit', [], 10n ** 17n),
  'deposit elsewhere': other(CONTRACT, 'deposit', [], 10n ** 17n),
  withdraw: other(WETH, 'withdraw', [10n ** 17n]),
  supply: pool('supply', USDC, 5_000_000n, ACCOUNT, 0),
  'supply for another': pool('supply', USDC, 5_000_000n, PERSON, 0),
  'supply of another token': pool('supply', CONTRACT, 5n, ACCOUNT, 0),
  'withdraw from the pool': pool('withdraw', USDC, 5_000_000n, ACCOUNT),
  'withdraw everything': pool('withdraw', USDC, maxUint256, ACCOUNT),
  'withdraw everything for another': pool('withdraw', USDC, maxUint256, BAKERY),
  payout: option('payout'),
  'payout of an unknown option': call(CONTRACT, encode(optionAbi, 'payout')),
  exercise: call(DELIVERED, encode(physicalOptionAbi, 'exercise')),
  doNotExercise: call(DELIVERED, encode(physicalOptionAbi, 'doNotExercise')),
  close: option('close'),
  returnExcessCollateral: option('returnExcessCollateral'),
  split: call(PUT, encode(optionAbi, 'split', 1_250_000_000n), 10n ** 14n),
  reclaimCollateral: option('reclaimCollateral', DELIVERED),
  'transfer of the buyer’s side': option('transfer', true, PERSON),
  'transfer of the seller’s side': option('transfer', false, BAKERY),
  'transfer of an unknown option': call(CONTRACT, encode(optionAbi, 'transfer', true, PERSON)),
  approveTransfer: option('approveTransfer', false, PERSON, true),
  'approveTransfer of nobody': option('approveTransfer', true, PERSON, false),
  fillOrder: FILL,
  'fillOrder of an unknown book': call(CONTRACT, FILL.data),
  swapAndFillOrder: book(
    'swapAndFillOrder',
    ORDER,
    '0x11',
    CONTRACT,
    WETH,
    10n ** 16n,
    '0x22',
    zeroAddress,
  ),
  cancelOrder: book('cancelOrder', ORDER),
  cancelOrders: call(CONTRACT, encode(optionBookAbi, 'cancelOrders', [ORDER, ORDER])),
  cancelOrdersExpiringBefore: book('cancelOrdersExpiringBefore', EXPIRY),
  claimFees: book('claimFees', USDC),
  'claimFees of an unknown book': call(CONTRACT, encode(optionBookAbi, 'claimFees', CONTRACT)),
  requestForQuotation: request(),
  'requestForQuotation of a seller': request(
    { isRequestingLongPosition: false, convertToLimitOrder: true },
    10_000_000n,
    7n,
  ),
  'requestForQuotation without limit': request({ isRequestingLongPosition: false }, 0n),
  'requestForQuotation of an own option': request(
    { existingOptionAddress: PUT, isRequestingLongPosition: false },
    10_000_000n,
  ),
  'requestForQuotation to buy back': request({ existingOptionAddress: PUT }),
  'requestForQuotation of another': request({ requester: BAKERY }, 50_000_000n, 0n, 'none'),
  settleQuotationEarly: factory('settleQuotationEarly', 5n, 30_000_000n, 9n, PERSON),
  settleQuotation: factory('settleQuotation', 5n),
  cancelQuotation: factory('cancelQuotation', 5n),
  makeOfferForQuotation: factory('makeOfferForQuotation', 5n, '0x11', KEY, 'sealed'),
  revealOffer: factory('revealOffer', 5n, 30_000_000n, 9n, ACCOUNT),
  'revealOffer of another': factory('revealOffer', 5n, 30_000_000n, 9n, PERSON),
  cancelOfferForQuotation: factory('cancelOfferForQuotation', 5n),
  claimEscrowedFunds: factory('claimEscrowedFunds', USDC),
  settleQuotationEarlyByOrderBook: factory(
    'settleQuotationEarlyByOrderBook',
    5n,
    BOOK_R12,
    ORDER,
    '0x11',
  ),
  swapAndCall: factory('swapAndCall', CONTRACT, WETH, USDC, 10n ** 16n, '0x22', request().data),
  'swapAndCall with coin': call(
    FACTORY_R12,
    encode(
      optionFactoryAbi,
      'swapAndCall',
      zeroAddress,
      zeroAddress,
      WETH,
      0n,
      '0x',
      request().data,
    ),
    10n ** 16n,
  ),
  registerReferral: factory('registerReferral', REQUEST),
  withdrawFees: factory('withdrawFees', USDC, [1n]),
  multicall: multi(CONTRACT, 'multicall', [TRANSFER.data, '0x12345678']),
  'multicall of one': multi(USDC, 'multicall', [TRANSFER.data]),
  'multicall with a deadline': multi(USDC, 'multicallBefore', 1n, [TRANSFER.data, TRANSFER.data]),
  aggregate3: multi(CONTRACT, 'aggregate3', [
    { target: USDC, allowFailure: false, callData: TRANSFER.data },
  ]),
  batch: batchOf(ACCOUNT, [TRANSFER, FILL]) ?? TRANSFER,
  'batch of a fill and its steps':
    batchOf(ACCOUNT, [
      other(WETH, 'deposit', [], 10n ** 17n),
      token(USDC, 'approve', LENDING_POOL, 5_000_000n),
      pool('supply', USDC, 5_000_000n, ACCOUNT, 0),
      token(USDC, 'approve', BOOK_R12, 60_000_000n),
      FILL,
    ]) ?? TRANSFER,
  'batch of a call to nobody': batchOf(ACCOUNT, [call(PERSON, '0x12345678', 5n)]) ?? TRANSFER,
};
