import {
  type Address,
  BaseError,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  type LocalAccount,
  maxUint256,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from 'viem';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { optionAbi, optionFactoryAbi } from './abi/full.ts';
import { devnetFactoryAbi, devnetTokenAbi } from './abi.ts';
import type { Devnet } from './devnet.ts';
import { approve, sendFrom } from './fill.ts';
import { type Market, startMarket, USDC } from './market-fixture.ts';
import { type FactoryArgs, type FactoryWrite, factoryCall } from './rfq-call.ts';
import { signOffer } from './rfq-offer.ts';
import { offerKey, offerText, publicKeyOf, randomNonce, seal } from './rfq-seal.ts';

type Request = FactoryArgs<'requestForQuotation'>[0];

/** Behaviour of the deployed factory that isn't known for sure; see `contracts/factory/`. */
export interface Behaviour {
  readonly refusesBookOptions: boolean;
  readonly allowsSameParty: boolean;
  readonly keepsSellerCollateral: boolean;
  readonly refusesCancelWithWinner: boolean;
  readonly endsLimitOrders: boolean;
  readonly endsAsSettled: boolean;
  /** Name of the EIP-712 domain; empty for "OptionFactory" and "1.0". */
  readonly name: string;
  readonly version: string;
}

/** Sets the factory's switches. Switches that `change` doesn't name get their default. */
export async function setBehaviour(devnet: Devnet, change: Partial<Behaviour>): Promise<void> {
  const next = {
    refusesBookOptions: false,
    allowsSameParty: false,
    keepsSellerCollateral: false,
    refusesCancelWithWinner: false,
    endsLimitOrders: false,
    endsAsSettled: false,
    name: '',
    version: '',
    ...change,
  };
  await devnet.send({
    from: devnet.accounts.deployer.address,
    to: FACTORY_R12,
    data: encodeFunctionData({
      abi: devnetFactoryAbi,
      functionName: 'setBehaviour',
      args: [next],
    }),
  });
}

/** Returns the names of the factory's events, in order. */
export function factoryEvents({ logs }: TransactionReceipt): string[] {
  const own = logs.filter(({ address }) => address.toLowerCase() === FACTORY_R12.toLowerCase());
  return parseEventLogs({ abi: optionFactoryAbi, logs: own }).map(({ eventName }) => eventName);
}

/** Returns the option that a settlement created; the zero address without a trade. */
export function settledOption({ logs }: TransactionReceipt): Address {
  const [settled] = parseEventLogs({ abi: optionFactoryAbi, eventName: 'QuotationSettled', logs });
  if (settled === undefined) throw new Error('Nothing was settled.');
  return settled.args.optionAddress;
}

/** Makes USDC refuse an account, or accept it again. */
export async function setBlacklisted(
  devnet: Devnet,
  account: Address,
  listed: boolean,
): Promise<void> {
  const args = [account, listed] as const;
  const data = encodeFunctionData({ abi: devnetTokenAbi, functionName: 'setBlacklisted', args });
  await devnet.send({ from: account, to: USDC.address, data });
}

/** Returns the name of the error that a call of the factory reverts with; empty without data. */
export async function errorOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const raw = error instanceof BaseError ? error.walk(hasData) : undefined;
  if (!hasData(raw)) return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'none';
  return decodeErrorResult({ abi: optionFactoryAbi, data: raw.data }).errorName;
}

function hasData(error: unknown): error is { readonly data: Hex } {
  return error instanceof Object && 'data' in error && /^0x../.test(String(error.data));
}

/** Starts a market on which maker and taker have also approved the factory. */
export async function startRfqMarket() {
  const market = await startMarket();
  const { devnet, maker, taker } = market;
  for (const account of [maker, taker, devnet.accounts.takers[1]]) {
    await devnet.fund(account.address, { usdc: 10n ** 12n });
    await approve(devnet, account, {
      token: USDC.address,
      amount: maxUint256,
      spender: FACTORY_R12,
    });
  }
  return { ...market, ...rfqOn(market), other: devnet.accounts.takers[1] };
}

/** Returns the calls of the requester and the makers, for tests. */
function rfqOn({ devnet, maker, taker, quote }: Market) {
  const requesterKey = offerKey();
  const send = <Name extends FactoryWrite>(
    account: LocalAccount,
    functionName: Name,
    args: FactoryArgs<Name>,
  ): Promise<TransactionReceipt> =>
    sendFrom(devnet, account, { to: FACTORY_R12, data: factoryCall(functionName, args) });

  /** Requests one put for the taker, closing in a minute. A buyer pays at most 50 USDC. */
  async function ask(
    change: Partial<Request> = {},
    { reserve = 50_000000n, from = taker }: { reserve?: bigint; from?: LocalAccount } = {},
  ) {
    const { order } = await quote();
    // The newest block may be old, so the pending block's time is used.
    const { timestamp: now } = await devnet.client.getBlock({ blockTag: 'pending' });
    const params: Request = {
      requester: from.address,
      existingOptionAddress: zeroAddress,
      collateral: order.collateral,
      collateralPriceFeed: order.priceFeed,
      implementation: order.implementation,
      strikes: order.strikes,
      numContracts: 1_000000n,
      requesterDeposit: 0n,
      collateralAmount: 0n,
      expiryTimestamp: BigInt(order.expiry),
      offerEndTimestamp: now + 60n,
      isRequestingLongPosition: true,
      convertToLimitOrder: false,
      extraOptionData: '0x',
      ...change,
    };
    const receipt = await send(from, 'requestForQuotation', [
      params,
      { referralId: 0n, eventCode: 0n },
      reserve,
      publicKeyOf(requesterKey),
    ]);
    const [asked] = parseEventLogs({
      abi: optionFactoryAbi,
      eventName: 'QuotationRequested',
      logs: receipt.logs,
    });
    if (asked === undefined) throw new Error('The request emitted no event.');
    return { id: asked.args.quotationId, offerEnd: Number(params.offerEndTimestamp), receipt };
  }

  /** Makes a sealed offer and returns its nonce. Another account may have made the signature. */
  async function offer(
    id: bigint,
    amount: bigint,
    from: LocalAccount = maker,
    { signer = from, signedId = id }: { signer?: LocalAccount; signedId?: bigint } = {},
  ): Promise<bigint> {
    const nonce = randomNonce();
    const signature = await signOffer(devnet, signer, {
      quotationId: signedId,
      offerAmount: amount,
      offeror: from.address,
      nonce,
    });
    const { signingKey, wire } = seal(offerText(amount, nonce), publicKeyOf(requesterKey));
    await send(from, 'makeOfferForQuotation', [id, signature, signingKey, wire]);
    return nonce;
  }

  async function stateOf(id: bigint) {
    const [params, state] = await devnet.client.readContract({
      address: FACTORY_R12,
      abi: optionFactoryAbi,
      functionName: 'quotations',
      args: [id],
    });
    return { ...params, ...state };
  }

  /** Copies the terms of an existing option, as a request for one of its sides requires. */
  async function termsOf(option: Address): Promise<Partial<Request>> {
    const contract = { address: option, abi: optionAbi } as const;
    const read = devnet.client;
    return {
      existingOptionAddress: option,
      implementation: await read.readContract({ ...contract, functionName: 'getImplementation' }),
      collateral: await read.readContract({ ...contract, functionName: 'collateralToken' }),
      collateralPriceFeed: await read.readContract({
        ...contract,
        functionName: 'chainlinkPriceFeed',
      }),
      strikes: await read.readContract({ ...contract, functionName: 'getStrikes' }),
      numContracts: await read.readContract({ ...contract, functionName: 'numContracts' }),
      expiryTimestamp: await read.readContract({ ...contract, functionName: 'expiryTimestamp' }),
    };
  }

  return { requesterKey, send, ask, offer, stateOf, termsOf };
}

export type RfqMarket = Awaited<ReturnType<typeof startRfqMarket>>;
