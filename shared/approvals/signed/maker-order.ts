import { ORDER_TYPES } from '../../orders/eip712.ts';
import { encodeType } from '../encode-type.ts';
import type { TypedData } from '../typed-data.ts';
import type { MakerOrderFacts } from './facts.ts';
import { contractOf, integerOf, type SignedReader, textOf } from './fields.ts';

export const MAKER_ORDER_READERS: Readonly<Record<string, SignedReader>> = {
  [encodeType(ORDER_TYPES, 'Order')]: makerOrder,
};

function makerOrder(data: TypedData): MakerOrderFacts {
  const { message } = data;
  const strikes: readonly unknown[] = Array.isArray(message.strikes) ? message.strikes : [];
  return {
    kind: 'makerOrder',
    book: contractOf(data),
    maker: textOf(message.maker),
    collateral: textOf(message.collateral),
    implementation: textOf(message.implementation),
    priceFeed: textOf(message.priceFeed),
    expiry: integerOf(message.expiry),
    isLong: message.isLong === true,
    budget: integerOf(message.maxCollateralUsable),
    strikes: strikes.map(integerOf),
    price: integerOf(message.price),
    end: integerOf(message.orderExpiryTimestamp),
    extraData: textOf(message.extraOptionData),
  };
}
