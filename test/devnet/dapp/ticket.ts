import { encodeFunctionData, parseEventLogs, parseUnits, zeroAddress } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import { type FillQuote, quoteFill } from '../../../shared/orders/quote.ts';
import { budgetLeft, contractsForBudget, floorContracts } from '../../../shared/orders/sizing.ts';
import type { Contracts, Price8, TokenAmount } from '../../../shared/units.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { optionBookAbi } from '../abi/full.ts';
import { receiptOf } from '../receipt.ts';
import type { Session } from './session.ts';

export interface Sized {
  readonly contracts: Contracts;
  readonly quote: FillQuote;
  readonly decimals: number;
  readonly symbol: string;
}

/** Parses an entered number of contracts. Cuts off digits after the six traded decimals. */
function parseContracts(text: string, decimals: number): Contracts | undefined {
  const cleaned = text.trim().replace(',', '.');
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(cleaned)) return undefined;
  const count = floorContracts(parseUnits(cleaned, decimals), decimals);
  return count > 0n ? count : undefined;
}

/**
 * Parses an entered size and quotes it; undefined for invalid text or an unknown product or token.
 */
export function size(
  { order }: SignedOrder,
  text: string,
  spot: Price8 | undefined,
): Sized | undefined {
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined) return undefined;
  const { decimals, symbol } = collateral;
  const contracts = parseContracts(text, decimals);
  if (contracts === undefined) return undefined;
  return {
    contracts,
    quote: quoteFill({ order, terms, contracts, decimals, spot }),
    decimals,
    symbol,
  };
}

/** Returns the largest number of contracts that the maker's budget allows now. */
export async function largestSize(session: Session, signed: SignedOrder): Promise<Contracts> {
  const { order, nonce } = signed;
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined) throw new Error('This order is unknown.');
  const filled = await session.reader.readContract({
    address: BOOK_R12,
    abi: optionBookAbi,
    functionName: 'amountFilled',
    args: [nonce],
  });
  return contractsForBudget({
    left: budgetLeft(order.maxCollateralUsable, filled),
    isMakerLong: order.isLong,
    price: order.price,
    terms,
    decimals: collateral.decimals,
  });
}

export async function missingAllowance(
  { reader, account }: Session,
  { order }: SignedOrder,
  needed: TokenAmount,
): Promise<TokenAmount> {
  const allowed = await reader.readContract({
    address: order.collateral,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, BOOK_R12],
  });
  return tokenAmount(allowed >= needed ? 0n : needed - allowed);
}

/** Approves exactly the amount of the fill, and only for the known book. */
export async function sendApproval(
  { signer, reader }: Session,
  { order }: SignedOrder,
  needed: TokenAmount,
): Promise<void> {
  const hash = await signer.sendTransaction({
    to: order.collateral,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [BOOK_R12, needed],
    }),
  });
  const receipt = await receiptOf(reader, hash);
  if (receipt.status !== 'success') throw new Error('The approval was mined but failed.');
}

/**
 * Sends the fill with the order's fields unchanged, and waits until a block includes the
 * transaction.
 */
export async function sendFill(
  { signer, reader, account }: Session,
  signed: SignedOrder,
  contracts: Contracts,
): Promise<{ readonly hash: string; readonly option: string }> {
  const data = encodeFill({ ...signed, referrer: zeroAddress, numContracts: contracts });
  // A failed simulation costs nothing.
  await reader.call({ account, to: BOOK_R12, data });
  const hash = await signer.sendTransaction({ to: BOOK_R12, data });
  const receipt = await receiptOf(reader, hash);
  if (receipt.status !== 'success') throw new Error('The fill was mined but failed.');
  const [filled] = parseEventLogs({
    abi: optionBookAbi,
    eventName: 'OrderFilled',
    logs: receipt.logs,
  });
  return { hash, option: filled?.args.optionAddress ?? 'unknown' };
}
