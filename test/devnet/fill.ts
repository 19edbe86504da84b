import {
  type Abi,
  type Address,
  BaseError,
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  http,
  type LocalAccount,
  parseAbi,
  parseEventLogs,
  type SignedAuthorizationList,
  type TransactionReceipt,
  zeroAddress,
} from 'viem';
import { erc20Abi } from '../../shared/chain/abi/erc20.ts';
import { BOOK_R12 } from '../../shared/chain/deployments.ts';
import { encodeFill } from '../../shared/orders/calldata.ts';
import { orderTypedData } from '../../shared/orders/eip712.ts';
import { computeNonce } from '../../shared/orders/nonce.ts';
import type { Order, SignedOrder } from '../../shared/orders/order.ts';
import type { Contracts } from '../../shared/units.ts';
import { optionAbi, optionBookAbi } from './abi/full.ts';
import type { Devnet } from './devnet.ts';
import { receiptOf } from './receipt.ts';

const revertAbi = [...optionBookAbi, ...parseAbi(['error Error(string text)'])];

export interface Fill {
  readonly receipt: TransactionReceipt;
  readonly nonce: bigint;
  readonly optionAddress: Address;
  readonly buyer: Address;
  readonly seller: Address;
  /** Base units of the collateral token, like all amounts here. Includes the fee. */
  readonly premium: bigint;
  readonly fee: bigint;
  readonly referrer: Address;
  readonly referralFee: bigint;
  readonly sellerWasMaker: boolean;
  readonly collateralToken: Address;
  readonly collateral: bigint;
  readonly numContracts: bigint;
  readonly strikes: readonly bigint[];
  readonly expiry: bigint;
  readonly createdBy: Address;
}

export async function signOrder(
  maker: Pick<LocalAccount, 'signTypedData'>,
  order: Order,
  book: Address = BOOK_R12,
): Promise<SignedOrder> {
  return {
    order,
    nonce: computeNonce(order),
    signature: await maker.signTypedData(orderTypedData(order, book)),
    optionBookAddress: book,
  };
}

/** Signs a transaction with the account's own key, sends it and waits for its receipt. */
export async function sendFrom(
  devnet: Devnet,
  account: LocalAccount,
  transaction: {
    readonly to: Address;
    readonly data?: Hex;
    readonly value?: bigint;
    readonly authorizationList?: SignedAuthorizationList;
  },
): Promise<TransactionReceipt> {
  const wallet = createWalletClient({
    account,
    chain: devnet.client.chain,
    transport: http(devnet.rpcUrl),
  });
  const hash = await wallet.sendTransaction(transaction);
  const receipt = await receiptOf(devnet.client, hash);
  if (receipt.status !== 'success') throw new Error(`The transaction ${hash} was reverted.`);
  return receipt;
}

/**
 * Sets an account's code with the account's authorization (EIP-7702), which another account sends.
 */
export async function setCode(
  devnet: Devnet,
  input: {
    readonly account: LocalAccount;
    readonly payer: LocalAccount;
    readonly delegate: Address;
  },
): Promise<void> {
  const { account, payer, delegate: address } = input;
  const nonce = await devnet.client.getTransactionCount({ address: account.address });
  const signed = await account.signAuthorization?.({ address, chainId: devnet.chainId, nonce });
  if (signed === undefined) throw new TypeError('The account signs no authorizations.');
  await sendFrom(devnet, payer, { to: payer.address, authorizationList: [signed] });
}

/** Approves the book (or another spender) for this amount of a token. */
export async function approve(
  devnet: Devnet,
  account: LocalAccount,
  input: { readonly token: Address; readonly amount: bigint; readonly spender?: Address },
): Promise<void> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [input.spender ?? BOOK_R12, input.amount],
  });
  await sendFrom(devnet, account, { to: input.token, data });
}

/** Fills an unchanged order from a taker's account. Both sides must have approved the book. */
export async function fillOrder(
  devnet: Devnet,
  input: {
    readonly signed: SignedOrder;
    readonly taker: LocalAccount;
    readonly numContracts: Contracts;
    readonly referrer?: Address;
  },
): Promise<Fill> {
  const { order, signature, optionBookAddress } = input.signed;
  const data = encodeFill({
    order,
    signature,
    referrer: input.referrer ?? zeroAddress,
    numContracts: input.numContracts,
  });
  return readFill(await sendFrom(devnet, input.taker, { to: optionBookAddress, data }));
}

/**
 * Returns a fill from `OrderFilled` and the option's `OptionInitialized` in the same transaction.
 */
export function readFill(receipt: TransactionReceipt): Fill {
  const [filled] = parseEventLogs({
    abi: optionBookAbi,
    eventName: 'OrderFilled',
    logs: receipt.logs,
  });
  const [initialized] = parseEventLogs({
    abi: optionAbi,
    eventName: 'OptionInitialized',
    logs: receipt.logs,
  });
  if (filled === undefined || initialized === undefined)
    throw new Error(`The transaction ${receipt.transactionHash} filled nothing.`);
  return {
    receipt,
    nonce: filled.args.nonce,
    optionAddress: filled.args.optionAddress,
    buyer: filled.args.buyer,
    seller: filled.args.seller,
    premium: filled.args.premiumAmount,
    fee: filled.args.feeCollected,
    referrer: filled.args.referrer,
    referralFee: filled.args.referralFeePaid,
    sellerWasMaker: filled.args.sellerWasMaker,
    collateralToken: initialized.args.collateralToken,
    collateral: initialized.args.collateralAmount,
    numContracts: initialized.args.numContracts,
    strikes: initialized.args.strikes,
    expiry: initialized.args.expiryTimestamp,
    createdBy: initialized.args.createdBy,
  };
}

/**
 * Returns a call's revert text (`Name()` for a custom error of the book or the given contract);
 * undefined if the call succeeds.
 */
export async function revertText(
  devnet: Devnet,
  call: {
    readonly from: Address;
    readonly to: Address;
    readonly data: Hex;
    readonly value?: bigint;
  },
  abi: Abi = [],
): Promise<string | undefined> {
  const { from, ...rest } = call;
  try {
    await devnet.client.call({ account: from, ...rest });
    return undefined;
  } catch (error) {
    const raw = error instanceof BaseError ? error.walk(hasRevertData) : undefined;
    if (!hasRevertData(raw)) throw error;
    if (raw.data === '0x') return '';
    const data: Hex = `0x${raw.data.slice(2)}`;
    const decoded = decodeErrorResult({ abi: [...revertAbi, ...abi], data });
    const [text] = decoded.args ?? [];
    return decoded.errorName === 'Error' ? String(text) : `${decoded.errorName}()`;
  }
}

function hasRevertData(error: unknown): error is { readonly data: string } {
  return (
    typeof error === 'object' && error !== null && 'data' in error && typeof error.data === 'string'
  );
}
