import type { Address, Hex } from 'viem';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { units } from '../../../shared/codec.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { ExpirySchema, ProductNameSchema } from '../../../shared/messages/alerts.ts';
import { closed } from '../../../shared/messages/commands/parts.ts';
import { oneOf } from '../../../shared/one-of.ts';
import { answeredIn } from '../../../shared/quotations/requested-option.ts';
import * as Type from '../../../shared/schema.ts';
import {
  type Contracts,
  type Price8,
  type TokenAmount,
  unixSeconds,
} from '../../../shared/units.ts';
import type { SentCalls } from '../approvals/sending/sent-calls.ts';
import { quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import { isSplitCall, splitCall } from '../market/options/action-calls.ts';
import { QuotationError } from '../market/options/factory.ts';
import { creationEventsOf, creationsOf } from '../market/options/origin.ts';
import { readSplitFee } from '../market/options/split-fee.ts';
import type { CallsState, NextCall } from '../procedures/calls.ts';
import type { CloseRequest, createCloseRequests } from './close-requests.ts';
import type { createNewRequests, NewRequest } from './new-requests.ts';
import type { OneRequest } from './one-request.ts';

const asked = { isBuyer: Type.Boolean(), limit: units<TokenAmount>(), window: Type.Integer() };

/** Token of the claimed money, if any. */
const token = Type.Optional(AddressSchema);

export const AskSchema = Type.Union([
  Type.Object(
    {
      ...asked,
      kind: Type.Literal('close'),
      option: AddressSchema,
      contracts: Type.Optional(units<Contracts>()),
      /** Collateral of a part that is split off first. The request is then about the part. */
      part: Type.Optional(units<TokenAmount>()),
      token,
    },
    closed,
  ),
  Type.Object(
    {
      ...asked,
      kind: Type.Literal('new'),
      asset: Type.String(),
      product: ProductNameSchema,
      strikes: Type.Array(units<Price8>()),
      contracts: units<Contracts>(),
      expiry: ExpirySchema,
    },
    closed,
  ),
  Type.Object(
    { kind: Type.Literal('split'), option: AddressSchema, collateral: units<TokenAmount>() },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('accept'),
      id: units(),
      offeror: AddressSchema,
      amount: units<TokenAmount>(),
      token,
    },
    closed,
  ),
  Type.Object({ kind: oneOf(['cancel', 'settle']), id: units(), token }, closed),
]);
export type AskInput = Type.Static<typeof AskSchema>;
/** An answer to a request: its acceptance, its cancellation, or its settlement. */
export type RequestAnswer = Extract<AskInput, { id: bigint }>;
type State = CallsState<AskInput>;
type Step = NextCall['step'];

/** Plans the calls of requests to makers, answers and splits from the chain's current state. */
export function createAskPlan(deps: {
  readonly client: Rpc;
  readonly closing: Pick<
    ReturnType<typeof createCloseRequests>,
    'optionOf' | 'allowanceFor' | 'callOf'
  >;
  readonly opening: Pick<
    ReturnType<typeof createNewRequests>,
    'optionOf' | 'allowanceFor' | 'callOf'
  >;
  /** Returns the data of an answer that would succeed now. */
  readonly answerCall: (account: Address, answer: RequestAnswer) => Promise<Hex>;
  readonly oneRequest: Pick<OneRequest, 'ensureNoneSent' | 'ensureSplittable'>;
  readonly sentCalls: SentCalls;
}) {
  const { client, oneRequest } = deps;

  async function split(account: Address, option: Address, collateral: bigint): Promise<NextCall> {
    const data = splitCall(collateral);
    const sent = deps.sentCalls(account, option).filter((call) => isSplitCall(call.data));
    const same = sent.find((call) => call.data === data);
    if (same === undefined && sent.length > 0) throw new QuotationError('splitRunning');
    const call = { step: 'split', to: option, data } as const;
    if (same !== undefined) return { ...call, hash: same.hash };
    await oneRequest.ensureSplittable(account, option);
    const value = quantity(await readSplitFee(client, option));
    await client.request('eth_call', [{ from: account, to: option, data, value }, 'latest']);
    return { ...call, value };
  }

  /** @throws QuotationError `requestBusy` while an answer sent elsewhere isn't mined */
  async function answer(account: Address, input: RequestAnswer): Promise<NextCall> {
    const sent = deps.sentCalls(account, FACTORY_R12);
    if (sent.some(({ data }) => answeredIn(data) === input.id))
      throw new QuotationError('requestBusy');
    return { step: input.kind, to: FACTORY_R12, data: await deps.answerCall(account, input) };
  }

  async function plan(state: State): Promise<NextCall | undefined> {
    const { input } = state;
    const account = state.account as Address;
    const done = (step: Step) => state.steps.find((one) => one.step === step);
    if (input.kind === 'split')
      return done('split') === undefined
        ? split(account, input.option as Address, input.collateral)
        : undefined;
    if ('id' in input) return done(input.kind) === undefined ? answer(account, input) : undefined;
    if (done('ask') !== undefined) return undefined;
    if (input.kind === 'close' && input.part !== undefined && done('split') === undefined)
      return split(account, input.option as Address, input.part);
    const request =
      input.kind === 'close'
        ? bound(deps.closing, await closeRequest(account, input, done('split')?.hash))
        : bound(deps.opening, newRequest(account, input));
    oneRequest.ensureNoneSent(account, request.option);
    // A lagging node must not cause a second allowance. After a continuation, the node is asked
    // again, because the earlier allowance may be revoked.
    const given = state.steps.findLastIndex(({ step }) => step === 'allow');
    const isGiven = given >= (state.resumedAt ?? 0);
    const allowance = isGiven ? undefined : await request.allowance();
    const about = done('split') === undefined ? {} : { about: request.option };
    if (allowance !== undefined) return { ...about, step: 'allow', ...allowance };
    // The time for offers begins now, not before the allowance.
    return { ...about, step: 'ask', to: FACTORY_R12, data: await request.call() };
  }

  /** @throws QuotationError `partUnread` while no node returns the split's receipt */
  async function closeRequest(
    account: Address,
    input: Extract<AskInput, { kind: 'close' }>,
    splitHash: string | undefined,
  ): Promise<CloseRequest> {
    const whole = input.option as Address;
    const option = splitHash === undefined ? whole : await partOf(splitHash, whole);
    return {
      ...{ account, option, isBuyer: input.isBuyer, limit: input.limit, window: input.window },
      ...(input.contracts === undefined ? {} : { contracts: input.contracts }),
    };
  }

  async function partOf(hash: string, option: Address): Promise<Address> {
    const part = await readPart(hash, option).catch(() => undefined);
    if (part === undefined) throw new QuotationError('partUnread');
    return part;
  }

  /** Returns the option that a transaction split off from `option`, according to the receipt. */
  async function readPart(hash: string, option: Address): Promise<Address | undefined> {
    const receipt = await client.request('eth_getTransactionReceipt', [hash]);
    const { splitFrom } = creationsOf(creationEventsOf(receipt));
    for (const [part, parent] of splitFrom) if (isSameAddress(parent, option)) return part;
    return undefined;
  }

  return plan;
}

/** Binds a request to one of the two ways to make it. */
function bound<Request extends object>(
  how: {
    optionOf(request: Request): string;
    allowanceFor(request: Request): Promise<{ to: Address; data: Hex } | undefined>;
    callOf(request: Request): Promise<Hex>;
  },
  request: Request,
) {
  return {
    option: how.optionOf(request),
    allowance: () => how.allowanceFor(request),
    call: () => how.callOf(request),
  };
}

export function newRequest(
  account: Address,
  input: Extract<AskInput, { kind: 'new' }>,
): NewRequest {
  const { kind: _kind, ...rest } = input;
  return { ...rest, account, expiry: unixSeconds(rest.expiry) };
}
