import { isSameAddress } from '../../is-same-address.ts';
import type { TypedData } from '../typed-data.ts';
import type { DeedFacts, SignedAsset } from './facts.ts';
import { integerOf, recordsOf, type SignedReader, textOf } from './fields.ts';
import { type SignedOrder, tradeOf } from './trade.ts';

/** Versions 1.1 and 1.4 to 1.6, at the same addresses on every chain. */
const SEAPORT = {
  protocol: 'Seaport',
  contracts: [
    '0x00000000006c3852cbef3e08e8df289169ede581',
    '0x00000000000001ad428e4906ae43d8f9852d0dd6',
    '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
    '0x0000000000000068f116a894984e2db1123eb395',
  ],
};

const CONSIDERATION =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)';
const OFFER =
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const COMPONENTS =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)';

export const SEAPORT_READERS: Readonly<Record<string, SignedReader>> = {
  [`${COMPONENTS}${CONSIDERATION}${OFFER}`]: (data, account) =>
    trade(data, [data.message], account),
};

const BULK = /^BulkOrder\(OrderComponents(?:\[2\]){1,24} tree\)/;

/** Parses a tree of orders with one signature. Seaport pads the tree with empty orders. */
export function readBulkOrder(
  data: TypedData,
  type: string,
  account: string,
): DeedFacts | undefined {
  const rest = type.replace(BULK, '');
  if (!BULK.test(type) || rest !== `${CONSIDERATION}${OFFER}${COMPONENTS}`) return undefined;
  return trade(data, leavesOf(data.message.tree).filter(isFilled), account);
}

function leavesOf(tree: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(tree) ? tree.flatMap(leavesOf) : recordsOf([tree]);
}

function isFilled(order: Readonly<Record<string, unknown>>): boolean {
  return recordsOf(order.offer).length > 0 || recordsOf(order.consideration).length > 0;
}

function trade(
  data: TypedData,
  orders: readonly Readonly<Record<string, unknown>>[],
  account: string,
): DeedFacts {
  const ends = orders.map(({ endTime }) => BigInt(integerOf(endTime)));
  const [last = 0n] = ends.sort((a, b) => (a < b ? 1 : -1));
  const other = orders.find(({ offerer }) => !isSameAddress(textOf(offerer), account));
  return tradeOf(
    data,
    SEAPORT,
    {
      orders: orders.map((order) => readOrder(order, account)),
      maker: textOf((other ?? orders[0])?.offerer),
      end: last.toString(),
    },
    account,
  );
}

function readOrder(order: Readonly<Record<string, unknown>>, account: string): SignedOrder {
  const consideration = recordsOf(order.consideration).map((item) => ({
    asset: assetOf(item),
    recipient: textOf(item.recipient),
  }));
  const isOwn = ({ recipient }: { recipient: string }) => isSameAddress(recipient, account);
  return {
    gives: recordsOf(order.offer).map(assetOf),
    gets: consideration.filter(isOwn).map(({ asset }) => asset),
    othersGet: consideration.filter((item) => !isOwn(item)),
  };
}

/**
 * Returns an item's asset. Seaport's item types are coin (0), ERC-20 (1), ERC-721 (2), ERC-1155
 * (3), ERC-721 by criteria (4) and ERC-1155 by criteria (5).
 */
function assetOf(item: Readonly<Record<string, unknown>>): SignedAsset {
  const type = Number(integerOf(item.itemType));
  const amounts = [BigInt(integerOf(item.startAmount)), BigInt(integerOf(item.endAmount))];
  const [least = 0n, most = 0n] = amounts.sort((a, b) => (a < b ? -1 : 1));
  const range = { least: least.toString(), most: most.toString() };
  if (type === 0) return { standard: 'coin', ...range };
  const token = textOf(item.token);
  if (type === 1) return { standard: 'erc20', token, ...range };
  const item721 = { standard: 'collectible' as const, token, ...range };
  return type >= 4 ? item721 : { ...item721, item: integerOf(item.identifierOrCriteria) };
}
