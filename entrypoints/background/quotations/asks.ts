import type { Address, Hex } from 'viem';
import { isRejection, RpcError } from '../../../shared/rpc/codes.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import { QuotationError } from '../market/options/factory.ts';
import {
  type CallDeps,
  type CallsState,
  callsSchema,
  createCalls,
  type NextCall,
} from '../procedures/calls.ts';
import type { Claim } from '../procedures/claims.ts';
import type { Kind } from '../procedures/states.ts';
import { moneyClaims, type NamedToken, tokenOf, tokenOfAnswer } from './ask-money.ts';
import type { CloseRequest } from './close-requests.ts';
import type { NewRequest } from './new-requests.ts';
import { claimError, optionClaim } from './one-request.ts';
import {
  type AskInput,
  AskSchema,
  createAskPlan,
  newRequest,
  type RequestAnswer,
} from './plan-ask.ts';

export const AskRowSchema = callsSchema(AskSchema);

type State = CallsState<AskInput>;
type Step = NextCall['step'];

export type Asks = ReturnType<typeof createAsks>;

interface OfferChoice {
  readonly account: Address;
  readonly id: bigint;
  readonly offeror: string;
  readonly amount: TokenAmount;
}

/**
 * Runs requests to makers with their preparations (an allowance, or a part that is split off), one
 * answer to each request at a time, and splits. Only one procedure runs for an option. Procedures
 * that use money claim it. Each call is simulated before the user is asked.
 */
export function createAsks(
  deps: CallDeps & Parameters<typeof createAskPlan>[0] & { readonly stored: Kind<State>['stored'] },
) {
  const { client } = deps;
  const plan = createAskPlan(deps);

  function claims({ account, input, steps }: State): readonly Claim[] {
    const money = moneyClaims(account, input);
    // Anyone can settle a request, so two own accounts could answer the same request.
    if ('id' in input) return [{ on: `request:${input.id}`, by: input.kind }, ...money];
    const isSplit = steps.some(({ step, isMined }) => step === 'split' && isMined === true);
    const isSplitting =
      input.kind === 'split' || (input.kind === 'close' && input.part !== undefined);
    const option =
      input.kind === 'new'
        ? deps.opening.optionOf(newRequest(account as Address, input))
        : input.option.toLowerCase();
    const by = isSplitting && !isSplit ? 'split' : 'request';
    const parts = steps.flatMap(({ about }) => about ?? []);
    const options = [option, ...parts].map(
      (one) => ({ on: optionClaim(account, one), by }) as const,
    );
    return [...options, ...money];
  }

  const calls = createCalls<AskInput>(deps, {
    stored: deps.stored,
    claims,
    plan,
    refusal: claimError,
    facts: ({ input: { kind } }) => ({ kind: kind === 'close' || kind === 'new' ? 'ask' : kind }),
  });

  /** Begins a procedure, and resolves with the hash of a step's call after the call was sent. */
  async function sent(account: Address, input: AskInput, step: Step) {
    const sentIn = ({ steps }: State) =>
      steps.find((one) => one.step === step && one.hash !== undefined);
    const id = await calls.begin(account, input);
    const state = await calls
      .reached(id, (one) => sentIn(one) !== undefined)
      .catch((cause: unknown) => {
        throw endedAfter(calls.find(id)?.steps ?? [], cause);
      });
    const call = state && sentIn(state);
    if (call === undefined)
      throw new QuotationError(state?.steps.at(-1)?.step === 'split' ? 'noSplit' : 'noAllowance');
    return { hash: call.hash as Hex, about: call.about };
  }

  const answer = async (account: Address, input: RequestAnswer): Promise<Hex> => {
    const token = await tokenOfAnswer(client, account, input);
    return (await sent(account, { ...input, ...token }, input.kind)).hash;
  };

  return {
    ...calls,

    /**
     * Accepts a maker's offer while offers are collected. Resolves with the hash after the call was
     * sent.
     * @throws QuotationError `requestBusy` while another answer to the request is in progress,
     * `noSuchOffer` if no such offer with this amount is open, `noSuchRequest`
     */
    accept: ({ account, id, offeror, amount }: OfferChoice): Promise<Hex> =>
      answer(account, { kind: 'accept', id, offeror, amount }),

    /**
     * Cancels a request. The factory returns the money that it holds for the request.
     * @throws QuotationError `requestBusy`, `noSuchRequest`
     */
    cancel: (account: Address, id: bigint): Promise<Hex> => answer(account, { kind: 'cancel', id }),

    /**
     * Settles anyone's request after its offers are revealed, with the best offer, if any.
     * @throws QuotationError `requestBusy`
     */
    settle: (account: Address, id: bigint): Promise<Hex> => answer(account, { kind: 'settle', id }),

    /** Asks for a split. Resolves with the transaction's hash after it was sent. */
    split: async (account: Address, option: Address, collateral: TokenAmount): Promise<Hex> =>
      (await sent(account, { kind: 'split', option, collateral }, 'split')).hash,

    /**
     * Asks makers for offers to close a position. Resolves with the hash after the request was
     * sent.
     * @throws QuotationError `alreadyAsked`, `askedByOther`, `splitRunning`, `otherSize`,
     * `otherFactory`, `noAllowance`, `allowedUnasked`
     */
    requestClose: async (request: CloseRequest): Promise<Hex> =>
      (
        await sent(
          request.account,
          closeAsk(request, request.isBuyer ? await tokenOf(client, request.option) : {}),
          'ask',
        )
      ).hash,

    /**
     * Splits a part off, and asks makers about this part. Resolves with the part and the hash.
     * @throws QuotationError also `noSplit`, `partUnread`, `partUnasked`, `partAllowed`
     */
    async requestPart(
      request: CloseRequest,
      collateral: TokenAmount,
    ): Promise<{ part: Address; hash: Hex }> {
      const input = {
        ...closeAsk(request, request.isBuyer ? await tokenOf(client, request.option) : {}),
        part: collateral,
      };
      const { hash, about } = await sent(request.account, input, 'ask');
      return { part: about as Address, hash };
    },

    /**
     * Asks makers for a new option. A buyer's limit is paid into the factory. A seller's collateral
     * stays in the account, with an allowance for the settlement. Resolves with the hash after the
     * request was sent.
     * @throws QuotationError like `tryNew`, `shortBalance`, `alreadyAsked` while another request of
     * the account for the same option is pending or can be traded, `noAllowance`, `allowedUnasked`
     */
    async requestNew({ account, ...request }: NewRequest): Promise<Hex> {
      // The terms are checked before anything is stored. Terms without an option have no claim.
      deps.opening.optionOf({ account, ...request });
      const strikes = [...request.strikes];
      return (await sent(account, { ...request, kind: 'new', strikes }, 'ask')).hash;
    },
  };
}

/** Returns a request about a side of an option. For a buyer, adds the token of the limit. */
function closeAsk(
  { account: _account, ...request }: CloseRequest,
  token: NamedToken,
): Extract<AskInput, { kind: 'close' }> {
  return { ...request, kind: 'close', ...token };
}

/**
 * Returns an error that names the mined parts of the request, its split and its allowance, with the
 * cause.
 */
function endedAfter(steps: State['steps'], cause: unknown): unknown {
  const has = (step: Step) => steps.some((one) => one.step === step && one.isMined === true);
  const options = { cause };
  if (has('split') && has('allow')) return new QuotationError('partAllowed', options);
  if (has('split') && cause instanceof RpcError && isRejection(cause))
    return new QuotationError('partUnasked', options);
  if (has('allow') && !has('split')) return new QuotationError('allowedUnasked', options);
  return cause;
}
