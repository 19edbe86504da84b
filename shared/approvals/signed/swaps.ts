import type { TypedData } from '../typed-data.ts';
import { dustOf } from './dust.ts';
import type { CancelledTradesFacts, SignedAsset, TradeFacts } from './facts.ts';
import {
  contractOf,
  integerOf,
  isSameAddress,
  type SignedReader,
  textOf,
  ZERO_ADDRESS,
} from './fields.ts';

/** GPv2Settlement of CoW Protocol. */
const COW = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';
/** Aggregation routers 5 and 6 of 1inch, which contain the limit order protocol. */
const ONE_INCH: readonly string[] = [
  '0x1111111254eeb25477b68fb85ed929f73a960582',
  '0x111111125421ca6dc452d289314280a0f8842a65',
];
/** CoW's address for buying the chain's coin. */
const COW_COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

/** Orders of CoW Protocol and limit orders of 1inch (versions 3 and 4, with Fusion). */
export const SWAP_READERS: Readonly<Record<string, SignedReader>> = {
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)':
    cow,
  'OrderCancellation(bytes orderUid)': (data) => cancelled(data, 1),
  'OrderCancellations(bytes[] orderUids)': (data) => {
    const { orderUids } = data.message;
    return cancelled(data, Array.isArray(orderUids) ? orderUids.length : 0);
  },
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)':
    oneInch,
  'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)':
    oneInch,
};

function cow(data: TypedData, account: string): TradeFacts {
  const { message } = data;
  // The fee is added to the sold amount.
  const sold = BigInt(integerOf(message.sellAmount)) + BigInt(integerOf(message.feeAmount));
  const buyToken = textOf(message.buyToken);
  return swap(data, {
    venue: 'CoW Protocol',
    isPricedByContract: false,
    isKnownContract: contractOf(data).toLowerCase() === COW,
    gives: erc20(textOf(message.sellToken), sold.toString()),
    gets: isSameAddress(buyToken, COW_COIN)
      ? { standard: 'coin', ...exactly(integerOf(message.buyAmount)) }
      : erc20(buyToken, integerOf(message.buyAmount)),
    receiver: receiverOf(message.receiver, account),
    end: integerOf(message.validTo),
  });
}

function cancelled(data: TypedData, count: number): CancelledTradesFacts {
  const isKnownContract = contractOf(data).toLowerCase() === COW;
  return { kind: 'cancelledTrades', venue: 'CoW Protocol', isKnownContract, count };
}

function oneInch(data: TypedData, account: string): TradeFacts {
  const { message } = data;
  return swap(data, {
    venue: '1inch',
    isPricedByContract: hasOwnCode(message),
    isKnownContract: ONE_INCH.includes(contractOf(data).toLowerCase()),
    maker: textOf(message.maker),
    gives: erc20(textOf(message.makerAsset), integerOf(message.makingAmount)),
    gets: erc20(textOf(message.takerAsset), integerOf(message.takingAmount)),
    receiver: receiverOf(message.receiver, account),
    end: message.makerTraits === undefined ? undefined : expiryOf(integerOf(message.makerTraits)),
  });
}

/**
 * Returns true when the order has its own code, which can set the amounts: an extension in version
 * 4 (bit 249 of the traits), interactions in version 3.
 */
function hasOwnCode({ makerTraits, interactions }: TypedData['message']): boolean {
  if (makerTraits === undefined) return textOf(interactions) !== '0x';
  return ((BigInt(integerOf(makerTraits)) >> 249n) & 1n) === 1n;
}

/** Returns the expiry in bits 80 to 119 of the traits; zero means no end. */
function expiryOf(traits: string): string | undefined {
  const expiry = (BigInt(traits) >> 80n) & ((1n << 40n) - 1n);
  return expiry === 0n ? undefined : expiry.toString();
}

function swap(
  data: TypedData,
  known: {
    venue: TradeFacts['venue'];
    isPricedByContract: boolean;
    isKnownContract: boolean;
    maker?: string;
    gives: SignedAsset;
    gets: SignedAsset;
    receiver: string | undefined;
    end: string | undefined;
  },
): TradeFacts {
  const { gives, gets, receiver, end, ...rest } = known;
  return {
    kind: 'trade',
    ...rest,
    gives: [gives],
    gets: receiver === undefined ? [gets] : [],
    othersGet: receiver === undefined ? [] : [{ ...gets, recipient: receiver }],
    ...(receiver === undefined ? {} : { receiver }),
    ...(end === undefined ? {} : { end }),
    count: 1,
    givenAway: BigInt(gives.most) > 0n && dustOf(data)(gets) ? [gives] : [],
  };
}

/** Returns the receiver if it isn't the signing account. Zero means the maker itself. */
function receiverOf(value: unknown, account: string): string | undefined {
  const receiver = textOf(value);
  const isOwn = isSameAddress(receiver, ZERO_ADDRESS) || isSameAddress(receiver, account);
  return isOwn ? undefined : receiver;
}

function erc20(token: string, amount: string): SignedAsset {
  return { standard: 'erc20', token, ...exactly(amount) };
}

function exactly(amount: string) {
  return { least: amount, most: amount };
}
