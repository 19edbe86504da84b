import { isSameAddress } from '../../is-same-address.ts';
import type { TypedData } from '../typed-data.ts';
import { deedOf } from './deed.ts';
import type { DeedFacts, SignedAsset } from './facts.ts';
import {
  coin,
  erc20,
  integerOf,
  isFor,
  type SignedReader,
  textOf,
  ZERO_ADDRESS,
} from './fields.ts';
import { tradeOf } from './trade.ts';

/** CoW's settlement contract, GPv2Settlement. */
const COW = {
  protocol: 'CoW Protocol',
  contracts: ['0x9008d19f58aabd9ed0d60971565aa8510560ab41'],
};
/** Aggregation routers 5 and 6, which contain the limit order protocol. */
const ONE_INCH = {
  protocol: '1inch',
  contracts: [
    '0x1111111254eeb25477b68fb85ed929f73a960582',
    '0x111111125421ca6dc452d289314280a0f8842a65',
  ],
};
/** CoW's address for buying the chain's coin. */
const COW_COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** Orders of CoW Protocol and limit orders of 1inch (versions 3 and 4, with Fusion). */
export const SWAP_READERS: Readonly<Record<string, SignedReader>> = {
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)':
    cow,
  'OrderCancellation(bytes orderUid)': (data, account) => cancelled(data, 1, account),
  'OrderCancellations(bytes[] orderUids)': (data, account) => {
    const { orderUids } = data.message;
    return cancelled(data, Array.isArray(orderUids) ? orderUids.length : 0, account);
  },
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)':
    oneInch,
  'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)':
    oneInch,
};

function cow(data: TypedData, account: string): DeedFacts {
  const { message } = data;
  const sold = BigInt(integerOf(message.sellAmount)) + BigInt(integerOf(message.feeAmount));
  const [buyToken, bought] = [textOf(message.buyToken), integerOf(message.buyAmount)];
  const gives = erc20(textOf(message.sellToken), sold.toString());
  const gets = isSameAddress(buyToken, COW_COIN) ? coin(bought) : erc20(buyToken, bought);
  const terms = swapOf(gives, gets, message.receiver, account);
  return tradeOf(data, COW, { ...terms, end: integerOf(message.validTo) }, account);
}

function cancelled(data: TypedData, count: number, account: string): DeedFacts {
  const isKnownContract = isFor(data, COW.contracts);
  return deedOf(
    {
      deed: count === 1 ? 'cancelOrder' : 'cancelOrders',
      fields: [],
      dangers: isKnownContract ? [] : ['otherContract'],
      protocol: COW.protocol,
      isKnownContract,
      count,
    },
    account,
  );
}

function oneInch(data: TypedData, account: string): DeedFacts {
  const { maker, receiver, makerAsset, makingAmount, takerAsset, takingAmount, ...rest } =
    data.message;
  const gives = erc20(textOf(makerAsset), integerOf(makingAmount));
  const gets = erc20(textOf(takerAsset), integerOf(takingAmount));
  const { makerTraits, interactions } = rest;
  const traits = BigInt(integerOf(makerTraits));
  // Version 4 has its expiry in bits 80 to 119 of the traits; zero means no end.
  const expiry = (traits >> 80n) & ((1n << 40n) - 1n);
  // Code of the order can set the amounts: an extension (bit 249), or interactions in version 3.
  const isPricedByContract =
    makerTraits === undefined ? textOf(interactions) !== '0x' : ((traits >> 249n) & 1n) === 1n;
  return tradeOf(
    data,
    ONE_INCH,
    {
      ...swapOf(gives, gets, receiver, account),
      maker: textOf(maker),
      isPricedByContract,
      ...(expiry === 0n ? {} : { end: expiry.toString() }),
    },
    account,
  );
}

/**
 * Returns the order, with its receiver if the receiver isn't the account. The zero address means
 * the maker.
 */
function swapOf(gives: SignedAsset, gets: SignedAsset, receiver: unknown, account: string) {
  const recipient = textOf(receiver);
  const isOwn = isSameAddress(recipient, ZERO_ADDRESS) || isSameAddress(recipient, account);
  const order = { gives: [gives], gets: [gets], othersGet: [] };
  if (isOwn) return { orders: [order] };
  const othersGet = [{ asset: gets, recipient }];
  return { orders: [{ ...order, gets: [], othersGet }], receiver: recipient };
}
