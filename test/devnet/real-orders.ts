import { readFile } from 'node:fs/promises';
import { type Address, encodeFunctionData, parseEther } from 'viem';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12, TOKENS } from '../../shared/chain/deployments.ts';
import { isRecord } from '../../shared/is-record.ts';
import { describeOrder } from '../../shared/orders/describe.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';
import { parseFeedEntry } from '../../shared/orders/parse-feed.ts';
import { requiredCollateral } from '../../shared/orders/payoff.ts';
import { contractsForSpend, floorContracts } from '../../shared/orders/sizing.ts';
import { type Contracts, tokenAmount } from '../../shared/units.ts';
import type { Devnet } from './devnet.ts';
import { approve, type Fill, fillOrder } from './fill.ts';

const VECTORS = new URL('../vectors/eip712-vectors.json', import.meta.url);

/** An order signed by a maker of the deployed protocol, from a public capture of the feed. */
export interface RealOrder {
  readonly label: string;
  readonly signed: SignedOrder;
  /** Values computed by the tool that captured the orders. */
  readonly digest: string;
}

export interface RealFill extends Fill {
  readonly label: string;
  readonly signed: SignedOrder;
}

/** Unix seconds at which the chain's clock starts, early enough to fill the recorded r12 orders. */
export const REAL_ORDERS_TIME = 1788514414 - 120;
/** Unix seconds at which the chain's clock starts, early enough to fill the recorded r10 order. */
export const REAL_R10_ORDER_TIME = 1769847960 - 120;

/** Returns the recorded orders of one book: seven of r12, one of r10. */
export async function readRealOrders(book: Address = BOOK_R12): Promise<RealOrder[]> {
  const file: unknown = JSON.parse(await readFile(VECTORS, 'utf8'));
  const vectors = isRecord(file) && Array.isArray(file.vectors) ? file.vectors : [];
  return vectors.flatMap((vector: unknown) => {
    if (!isRecord(vector) || !isRecord(vector.domain) || !isRecord(vector.expect)) return [];
    const signed = parseFeedEntry({
      order: vector.message,
      nonce: vector.expect.computeNonce,
      signature: vector.signature,
      optionBookAddress: vector.domain.verifyingContract,
    });
    if (typeof signed === 'string') throw new Error(`A recorded order lacks its "${signed}".`);
    return signed.optionBookAddress === book
      ? [{ label: String(vector.label), signed, digest: String(vector.expect.digest) }]
      : [];
  });
}

/** Returns the size: a buyer spends ten tokens, and a seller sells a tenth of a contract. */
function sizeFor({ order }: SignedOrder, decimals: number): Contracts {
  const ten = 10n * 10n ** BigInt(decimals);
  return order.isLong
    ? floorContracts(ten / 100n, decimals)
    : contractsForSpend({ spend: tokenAmount(ten), price: order.price, decimals });
}

/** Gives a recorded maker a balance on this chain, and approves the book for the maker's tokens. */
export async function equipMaker(devnet: Devnet, { order, optionBookAddress }: SignedOrder) {
  const token = TOKENS.find(({ address }) => address === order.collateral);
  if (token === undefined) throw new Error(`Unknown collateral ${order.collateral}.`);
  await devnet.fund(order.maker, {
    eth: parseEther('1'),
    [token.symbol.toLowerCase()]: order.maxCollateralUsable,
  });
  await devnet.send({
    from: order.maker,
    to: token.address,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [optionBookAddress, 2n ** 255n],
    }),
  });
  return token;
}

/**
 * Fills every recorded order of a book at the orders' own time, unchanged, from a taker's account.
 * The taker buys in five of the seven r12 orders and sells in the two physical bids. The devnet's
 * clock must be before the orders' expiry: start it with `timestamp: REAL_ORDERS_TIME`.
 */
export async function fillRealOrders(
  devnet: Devnet,
  input: { readonly book?: Address; readonly referrer?: Address } = {},
): Promise<RealFill[]> {
  const taker = devnet.accounts.takers[0];
  const fills: RealFill[] = [];
  for (const { label, signed } of await readRealOrders(input.book)) {
    const token = await equipMaker(devnet, signed);
    const numContracts = sizeFor(signed, token.decimals);
    const { terms } = describeOrder(signed.order);
    if (terms === undefined) throw new Error(`The recorded order "${label}" has unknown terms.`);
    const amount = signed.order.isLong
      ? requiredCollateral({ terms, contracts: numContracts })
      : (signed.order.price * numContracts) / 10n ** 8n;
    await devnet.fund(taker.address, { [token.symbol.toLowerCase()]: amount });
    await approve(devnet, taker, {
      token: token.address,
      amount,
      spender: signed.optionBookAddress,
    });
    const fill = await fillOrder(devnet, {
      signed,
      taker,
      numContracts,
      ...(input.referrer === undefined ? {} : { referrer: input.referrer }),
    });
    fills.push({ ...fill, label, signed });
  }
  return fills;
}
