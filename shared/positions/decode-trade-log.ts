import type { Address, Hex } from 'viem';
import { contracts, price8, tokenAmount, unixSeconds } from '../units.ts';
import type { EventLog } from './event-log.ts';
import {
  addressAt,
  boolAt,
  bytesAt,
  topicAddress,
  topicUint,
  uintAt,
  uintsAt,
} from './log-data.ts';
import type { MarketEvent } from './market-event.ts';

type Decoder = (log: EventLog, emitter: Address) => MarketEvent | undefined;

/**
 * Decodes a log of any revision of books and options. Undefined for other events and for logs of
 * another form: wrong size, or an option that names another address than its own. Doesn't check the
 * emitter, although anyone can emit any event.
 */
export function decodeTradeLog(log: EventLog): MarketEvent | undefined {
  const topic = log.topics[0]?.toLowerCase() ?? '';
  return DECODERS.get(topic)?.(log, log.address.toLowerCase() as Address);
}

function orderFilled(log: EventLog, book: Address, shape: 7 | 8 | 9): MarketEvent | undefined {
  const { topics, data } = log;
  const nonce = topicUint(topics[1]);
  const buyer = topicAddress(topics[2]);
  const seller = topicAddress(topics[3]);
  const option = addressAt(data, 0);
  const premium = uintAt(data, 1);
  const fee = uintAt(data, 2);
  const referrer = shape === 9 ? addressAt(data, 3) : undefined;
  const referralFee = shape === 7 ? 0n : uintAt(data, shape - 5);
  const isSellerMaker = boolAt(data, shape - 4);
  if (nonce === undefined || !buyer || !seller || !option || (shape === 9 && !referrer))
    return undefined;
  if (premium === undefined || fee === undefined || referralFee === undefined) return undefined;
  if (isSellerMaker === undefined) return undefined;
  return {
    type: 'order-filled',
    book,
    nonce,
    buyer,
    seller,
    option,
    premium: tokenAmount(premium),
    fee: tokenAmount(fee),
    referrer,
    referralFee: tokenAmount(referralFee),
    isSellerMaker,
  };
}

function optionInitialized(
  log: EventLog,
  option: Address,
  hasExtraData: boolean,
): MarketEvent | undefined {
  const { topics, data } = log;
  const buyer = topicAddress(topics[1]);
  const seller = topicAddress(topics[2]);
  const createdBy = topicAddress(topics[3]);
  const optionType = uintAt(data, 0);
  const collateralToken = addressAt(data, 1);
  const priceFeed = addressAt(data, 2);
  const strikes = uintsAt(data, 3, 16);
  const expiry = uintAt(data, 4);
  const numContracts = uintAt(data, 5);
  const collateralAmount = uintAt(data, 6);
  const extraOptionData = hasExtraData ? bytesAt(data, 7) : '0x';
  if (!buyer || !seller || !createdBy || !collateralToken || !priceFeed) return undefined;
  if (optionType === undefined || !strikes || !extraOptionData) return undefined;
  if (expiry === undefined || expiry > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  if (numContracts === undefined || collateralAmount === undefined) return undefined;
  return {
    type: 'option-initialized',
    option,
    buyer,
    seller,
    createdBy,
    optionType,
    collateralToken,
    priceFeed,
    strikes: strikes.map(price8),
    expiry: unixSeconds(Number(expiry)),
    numContracts: contracts(numContracts),
    collateralAmount: tokenAmount(collateralAmount),
    extraOptionData,
  };
}

/**
 * Returns true when an option's event names that option. Another address is a forgery or a mistake.
 */
function isOwn(log: EventLog, option: Address): boolean {
  return topicAddress(log.topics[1]) === option;
}

const optionExpired: Decoder = (log, option) => {
  const settlementPrice = uintAt(log.data, 0);
  return isOwn(log, option) && settlementPrice !== undefined
    ? { type: 'option-expired', option, settlementPrice: price8(settlementPrice) }
    : undefined;
};

const optionPayout: Decoder = (log, option) => {
  const buyer = topicAddress(log.topics[2]);
  const amount = uintAt(log.data, 0);
  return isOwn(log, option) && buyer && amount !== undefined
    ? { type: 'option-payout', option, buyer, amount: tokenAmount(amount) }
    : undefined;
};

const optionExercised: Decoder = (log, option) => {
  const buyer = topicAddress(log.topics[1]);
  const seller = topicAddress(log.topics[2]);
  const deliveryToken = addressAt(log.data, 1);
  const collateralAmount = uintAt(log.data, 2);
  const deliveryAmount = uintAt(log.data, 3);
  if (!buyer || !seller || !deliveryToken) return undefined;
  if (collateralAmount === undefined || deliveryAmount === undefined) return undefined;
  return {
    type: 'option-exercised',
    option,
    buyer,
    seller,
    collateralAmount: tokenAmount(collateralAmount),
    deliveryToken,
    deliveryAmount,
  };
};

const optionNotExercised: Decoder = (log, option) => {
  const collateralAmount = uintAt(log.data, 1);
  const isExplicit = boolAt(log.data, 2);
  return collateralAmount !== undefined && isExplicit !== undefined
    ? {
        type: 'option-not-exercised',
        option,
        collateralAmount: tokenAmount(collateralAmount),
        isExplicit,
      }
    : undefined;
};

const optionClosed: Decoder = (log, option) => {
  const closedBy = topicAddress(log.topics[2]);
  const returned = uintAt(log.data, 0);
  return isOwn(log, option) && closedBy && returned !== undefined
    ? { type: 'option-closed', option, closedBy, collateralReturned: tokenAmount(returned) }
    : undefined;
};

function optionSplit(log: EventLog, option: Address, hasFee: boolean): MarketEvent | undefined {
  const newOption = topicAddress(log.topics[1]);
  const amount = uintAt(log.data, 0);
  if (!newOption || amount === undefined) return undefined;
  const split = {
    type: 'option-split' as const,
    option,
    newOption,
    collateralAmount: tokenAmount(amount),
  };
  if (!hasFee) return split;
  const feePaid = uintAt(log.data, 1);
  const counterparty = topicAddress(log.topics[2]);
  return feePaid !== undefined && counterparty ? { ...split, feePaid, counterparty } : undefined;
}

const collateralReturned: Decoder = (log, option) => {
  const seller = topicAddress(log.topics[2]);
  const amount = uintAt(log.data, 0);
  return isOwn(log, option) && seller && amount !== undefined
    ? { type: 'collateral-returned', option, seller, amount: tokenAmount(amount) }
    : undefined;
};

const excessReturned: Decoder = (log, option) => {
  const seller = topicAddress(log.topics[1]);
  const token = topicAddress(log.topics[2]);
  const amount = uintAt(log.data, 0);
  return seller && token && amount !== undefined
    ? { type: 'excess-returned', option, seller, token, amount: tokenAmount(amount) }
    : undefined;
};

const roleTransferred: Decoder = (log, option) => {
  const from = topicAddress(log.topics[2]);
  const to = topicAddress(log.topics[3]);
  const isBuyer = boolAt(log.data, 0);
  return isOwn(log, option) && from && to && isBuyer !== undefined
    ? { type: 'role-transferred', option, from, to, isBuyer }
    : undefined;
};

const transferApproval: Decoder = (log, option) => {
  const target = topicAddress(log.topics[1]);
  const from = topicAddress(log.topics[2]);
  const isBuyer = boolAt(log.data, 0);
  const isApproved = boolAt(log.data, 1);
  return target && from && isBuyer !== undefined && isApproved !== undefined
    ? { type: 'transfer-approval', option, target, from, isBuyer, isApproved }
    : undefined;
};

const tokenRescued: Decoder = (log, option) => {
  const token = addressAt(log.data, 0);
  const amount = uintAt(log.data, 1);
  return token && amount !== undefined
    ? { type: 'token-rescued', option, token, amount: tokenAmount(amount) }
    : undefined;
};

const orderCancelled: Decoder = (log, book) => {
  const nonce = topicUint(log.topics[1]);
  const maker = topicAddress(log.topics[2]);
  return nonce !== undefined && maker ? { type: 'order-cancelled', book, nonce, maker } : undefined;
};

const makerCutoff: Decoder = (log, book) => {
  const maker = topicAddress(log.topics[1]);
  const cutoff = uintAt(log.data, 1);
  return maker && cutoff !== undefined ? { type: 'maker-cutoff', book, maker, cutoff } : undefined;
};

const feesClaimed: Decoder = (log, book) => {
  const recipient = topicAddress(log.topics[1]);
  const token = topicAddress(log.topics[2]);
  const amount = uintAt(log.data, 0);
  return recipient && token && amount !== undefined
    ? { type: 'fees-claimed', book, recipient, token, amount: tokenAmount(amount) }
    : undefined;
};

const referralFee: Decoder = (log, book) => {
  const referrer = topicAddress(log.topics[1]);
  const token = topicAddress(log.topics[2]);
  const amount = uintAt(log.data, 0);
  const option = addressAt(log.data, 1);
  return referrer && token && amount !== undefined && option
    ? { type: 'referral-fee', book, referrer, token, amount: tokenAmount(amount), option }
    : undefined;
};

const referrerSplit: Decoder = (log, book) => {
  const referrer = topicAddress(log.topics[1]);
  const bps = uintAt(log.data, 0);
  return referrer && bps !== undefined
    ? { type: 'referrer-split', book, referrer, bps }
    : undefined;
};

/** First topics of the trade events: the Keccak-256 hash of each signature. */
const TOPICS = {
  /** `OrderFilled(uint256,address,address,address,uint256,uint256,address,uint256,bool)` */
  orderFilled: '0x0fee4799857c39adce81e92cca3ceec36011917cd675b91dad36d2be13e1fd2d',
  /** `OrderFilled(uint256,address,address,address,uint256,uint256,uint256,bool)` */
  orderFilledBefore: '0x2fc3f5482ba8d6b50e9ac81cf808418394dc9b02ca56f22d1afb657d3335cff1',
  /** `OrderFilled(uint256,address,address,address,uint256,uint256,bool)` */
  orderFilledOldest: '0x5cb63533db2d30efc3d7a8c3625230e90a6b9697b23ceb5a88db87577f014a2c',
  /**
   * `OptionInitialized(address,address,address,uint256,address,address,uint256[],
   * uint256,uint256,uint256,bytes)`
   */
  optionInitialized: '0x2d27837a600426b91f8973e3ad37045eb3351b43769cbb4fb9ad1f9aaff1a484',
  /**
   * `OptionInitialized(address,address,address,uint256,address,address,uint256[],
   * uint256,uint256,uint256)`
   */
  optionInitializedBefore: '0xd3f3f0bd5f9e3bd991d22c8b2dc3f05e8a5c97b635292800615728d99199ec48',
  /** `OptionExpired(address,uint256)` */
  optionExpired: '0xc549d3d80332dee29de8f13591cac9d525bb5fe89a6dd90f44f0f659c6133324',
  /** `OptionPayout(address,address,uint256)` */
  optionPayout: '0x3a945388fe0a73ff7616714347533e2f1713377f609ad9e8b365949cbee1ff6e',
  /** `OptionExercised(address,address,address,address,uint256,uint256)` */
  optionExercised: '0x46b86181d6eaffc9b918f92e214bb78b8c96ee447a07c91f86d2e01ac64fea73',
  /** `OptionNotExercised(address,address,address,uint256,bool)` */
  optionNotExercised: '0x52ba533f6d91e0794978a937506d3a3d121a6af30ad0a00d1097e9d04cd54aea',
  /** `OptionClosed(address,address,uint256)` */
  optionClosed: '0xf6b70e7b963f6035e2f7f31cb25d86edbfb11d3006c4ad20bd93923a056e828c',
  /** `OptionSettlementFailed()` */
  optionSettlementFailed: '0xa4547bf89b2684b8ca4db9444ced28607710c030232e995d4b41a2812d1248e9',
  /** `OptionSplit(address,uint256,uint256,address)` */
  optionSplit: '0xfc4947089e7500185f5b0c8d22f76ed333230d351d62be90fefa37174d7b733b',
  /** `OptionSplit(address,uint256)` */
  optionSplitBefore: '0x4ba7101b6ba84855348b94f0e88606a14b7ff364028705c3d880a0741385355c',
  /** `CollateralReturned(address,address,uint256)` */
  collateralReturned: '0xedd9aae2554e64d4211870eb367de98af64539d1cb8f93ac941752a1f5c8d16d',
  /** `ExcessCollateralReturned(address,address,uint256)` */
  excessCollateralReturned: '0x2f47fba9a502efd974612c3884d89416a8e86d9173fa7de508825a75013da851',
  /** `RoleTransferred(address,address,address,bool)` */
  roleTransferred: '0x83a50732194629dbdc1b6553381c106fd007ecfa402a02558dbfb039dda69fb7',
  /** `TransferApproval(address,address,bool,bool)` */
  transferApproval: '0x3a83a33b3eb57b7b5f50d8542ccfe48a3e35aae9984934b603c8fdfd1f73450d',
  /** `ERC20Rescued(address,address,uint256)` */
  erc20Rescued: '0x8bbfbb5d7fcacf6fc74005cdede0635561638507f576c95f7f294c22141be2e5',
  /** `OrderCancelled(uint256,address)` */
  orderCancelled: '0xc0362da6f2ff36b382b34aec0814f6b3cdf89f5ef282a1d1f114d0c0b036d596',
  /** `MakerCutoffUpdated(address,uint256,uint256)` */
  makerCutoffUpdated: '0x8f33f2e3bd6b59e3c68ebfb388ed478499e59b3a665abcfee174b95f08642108',
  /** `FeesClaimed(address,address,uint256)` */
  feesClaimed: '0xfe3464cd748424446c37877c28ce5b700222c5bc9f90d908afcc4e5cb22707ff',
  /** `ReferralFeePaid(address,address,uint256,address)` */
  referralFeePaid: '0xb53f340a363b1b6432e3d1d14cc3e031b551a8faa32ed6f8a5e507f2ceef6efe',
  /** `ReferrerFeeSplitUpdated(address,uint256)` */
  referrerFeeSplitUpdated: '0x61ea2b46c75637c12a15757bd0d667f6ecd7c86a3581f47498b3623f31f5e874',
} as const satisfies Record<string, Hex>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  [TOPICS.orderFilled, (log, book) => orderFilled(log, book, 9)],
  [TOPICS.orderFilledBefore, (log, book) => orderFilled(log, book, 8)],
  [TOPICS.orderFilledOldest, (log, book) => orderFilled(log, book, 7)],
  [TOPICS.optionInitialized, (log, option) => optionInitialized(log, option, true)],
  [TOPICS.optionInitializedBefore, (log, option) => optionInitialized(log, option, false)],
  [TOPICS.optionExpired, optionExpired],
  [TOPICS.optionPayout, optionPayout],
  [TOPICS.optionExercised, optionExercised],
  [TOPICS.optionNotExercised, optionNotExercised],
  [TOPICS.optionClosed, optionClosed],
  [TOPICS.optionSettlementFailed, (_, option) => ({ type: 'settlement-failed', option })],
  [TOPICS.optionSplit, (log, option) => optionSplit(log, option, true)],
  [TOPICS.optionSplitBefore, (log, option) => optionSplit(log, option, false)],
  [TOPICS.collateralReturned, collateralReturned],
  [TOPICS.excessCollateralReturned, excessReturned],
  [TOPICS.roleTransferred, roleTransferred],
  [TOPICS.transferApproval, transferApproval],
  [TOPICS.erc20Rescued, tokenRescued],
  [TOPICS.orderCancelled, orderCancelled],
  [TOPICS.makerCutoffUpdated, makerCutoff],
  [TOPICS.feesClaimed, feesClaimed],
  [TOPICS.referralFeePaid, referralFee],
  [TOPICS.referrerFeeSplitUpdated, referrerSplit],
]);

/** The three revisions of `OrderFilled`. Buyer and seller are their third and fourth topic. */
export const FILL_TOPICS: readonly Hex[] = [
  TOPICS.orderFilled,
  TOPICS.orderFilledBefore,
  TOPICS.orderFilledOldest,
];

/** Topics of events that end an option or change its holders. */
export const LIFE_TOPICS: readonly Hex[] = [
  TOPICS.optionExpired,
  TOPICS.optionPayout,
  TOPICS.optionClosed,
  TOPICS.collateralReturned,
  TOPICS.roleTransferred,
];

/** Topics that only a book emits. */
export const BOOK_TOPICS: readonly Hex[] = [
  ...FILL_TOPICS,
  TOPICS.orderCancelled,
  TOPICS.makerCutoffUpdated,
  TOPICS.feesClaimed,
  TOPICS.referralFeePaid,
  TOPICS.referrerFeeSplitUpdated,
];

/** First topics of all events that `decodeTradeLog` decodes. */
export const TRADE_TOPICS: readonly Hex[] = [...DECODERS.keys()] as Hex[];
