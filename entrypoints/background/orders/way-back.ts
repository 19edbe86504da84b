import { type Address, encodeFunctionData, parseEventLogs } from 'viem';
import { AddressSchema } from '../../../shared/approvals/types.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi, lendingReceiptAbi } from '../../../shared/chain/abi/lending.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { LENDING_POOL, reserveOf, reserveWith } from '../../../shared/chain/lending.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { closed } from '../../../shared/messages/commands/parts.ts';
import {
  balanceOfScaled,
  lostBySupply,
  scaledSupply,
} from '../../../shared/orders/receipt-amounts.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import * as Type from '../../../shared/schema.ts';
import { MAX_UINT256, type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { readReceipt } from '../chain/read-receipt.ts';
import { readContract } from '../chain/reads.ts';
import {
  type CallDeps,
  type CallsState,
  callsSchema,
  createCalls,
  type NextCall,
} from '../procedures/calls.ts';
import { moneyOf } from '../procedures/claims.ts';
import type { Kind } from '../procedures/states.ts';
import { type AccountFunds, readFunds } from './read-funds.ts';
import { runningError, TicketError } from './ticket-error.ts';

export type WayBack = ReturnType<typeof createWayBack>;

const ConversionSchema = Type.Object({ amount: Type.String(), hash: Type.String() }, closed);

/** `fill` limits the amount to what a fill has converted in mined transactions. */
const WayBackSchema = Type.Object(
  {
    token: AddressSchema,
    fill: Type.Optional(
      Type.Object({ id: Type.String(), conversions: Type.Array(ConversionSchema) }, closed),
    ),
  },
  closed,
);
export const WayBackRowSchema = callsSchema(WayBackSchema);

export type WayBackInput = Type.Static<typeof WayBackSchema>;
type State = CallsState<WayBackInput>;
type OfFill = State['input']['fill'];

/**
 * Converts the account's money back: withdraws receipts of the lending pool (all, or those of a
 * fill with their interest) as far as the pool has liquidity, and unwraps wrapped ether. Its plan
 * throws TicketError `takerBalance`, `poolClosed`, `poolLentOut`.
 */
export function createWayBack(
  deps: CallDeps & {
    readonly stored: Kind<State>['stored'];
    readonly onBack: (fill: string) => Promise<void>;
  },
) {
  const { client } = deps;
  const weth = reserveOf('WETH').asset.address;

  const unwrap = (amount: bigint): NextCall => ({
    step: 'unwrap',
    to: weth,
    data: encodeFunctionData({
      abi: [tokenCallsAbi.withdraw],
      functionName: 'withdraw',
      args: [amount],
    }),
  });

  /** Returns the logs of a mined transaction; empty when no node has its receipt. */
  async function logsOf(hash: string) {
    const receipt = await client
      .request('eth_getTransactionReceipt', [hash])
      .catch(() => undefined);
    return logsIn(receipt);
  }

  /** Returns the amounts of supplies, with interest if a node reports the index. */
  async function worthNow(
    account: Address,
    { forms, index }: AccountFunds,
    { conversions }: NonNullable<OfFill>,
  ): Promise<bigint> {
    const worths = conversions.map(async ({ amount: supplied, hash }) => {
      const amount = tokenAmount(BigInt(supplied));
      const logs = parseEventLogs({
        abi: lendingReceiptAbi,
        eventName: 'Mint',
        logs: await logsOf(hash),
      });
      const made = logs.find(
        ({ address, args }) =>
          isSameAddress(address, forms.receipt.address) && isSameAddress(args.onBehalfOf, account),
      );
      if (made === undefined || made.args.index > index) return amount;
      return balanceOfScaled(scaledSupply(amount, made.args.index), index);
    });
    return (await Promise.all(worths)).reduce((sum, worth) => sum + worth, 0n);
  }

  /** Returns the amount of a mined withdrawal. Throws when no node has its receipt. */
  async function withdrawn(hash: string, asset: Address): Promise<bigint> {
    const receipt = await readReceipt(client, deps.wait, hash);
    if (receipt === undefined) throw new RpcError('chainUnreachable');
    const logs = parseEventLogs({
      abi: lendingPoolAbi,
      eventName: 'Withdraw',
      logs: logsIn(receipt),
    });
    const found = logs.find(
      ({ address, args }) =>
        isSameAddress(address, LENDING_POOL) && isSameAddress(args.reserve, asset),
    );
    return found?.args.amount ?? 0n;
  }

  async function withdraw(account: Address, token: Address, fill: OfFill): Promise<NextCall> {
    const funds = await readFunds(client, account, token);
    if (funds?.wanted !== 'receipt') throw new TicketError('takerBalance');
    const most = fill && (await worthNow(account, funds, fill));
    const args = [funds.forms.asset.address, mostOf(funds, most), account] as const;
    const data = encodeFunctionData({ abi: lendingPoolAbi, functionName: 'withdraw', args });
    return { step: 'withdraw', to: LENDING_POOL, data };
  }

  async function unwrapHeld(account: Address, fill: OfFill): Promise<NextCall> {
    const args = [account] as const;
    const read = { address: weth, abi: erc20Abi, functionName: 'balanceOf', args } as const;
    const held = await readContract(client, read);
    if (held === 0n) throw new TicketError('takerBalance');
    const most = fill?.conversions.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return unwrap(most !== undefined && most < held ? most : held);
  }

  async function plan({ account, input, steps }: State): Promise<NextCall | undefined> {
    const { token, fill } = input;
    const isEther = isSameAddress(token, weth);
    const [first, second] = steps;
    if (first === undefined)
      return isEther
        ? unwrapHeld(account as Address, fill)
        : withdraw(account as Address, token as Address, fill);
    const asset = reserveWith(token)?.asset.address;
    if (isEther || second !== undefined || asset !== weth) return undefined;
    const amount = await withdrawn(first.hash ?? '', weth);
    return amount > 0n ? unwrap(amount) : undefined;
  }

  const calls = createCalls(deps, {
    stored: deps.stored,
    plan,
    claims: ({ account, input }) => [{ on: moneyClaimOf(account, input.token), by: 'way back' }],
    refusal: runningError,
    facts: ({ input }) => ({ kind: 'way back', token: input.token }),
    onMined: async ({ steps, input }) => {
      if (steps.length === 1 && input.fill !== undefined) await deps.onBack(input.fill.id);
    },
  });

  return {
    ...calls,

    /**
     * Begins a way back. Resolves when all its transactions are mined, or when one of them failed
     * on the chain. `ofFill` limits the amount to the money that this fill has converted.
     * @throws TicketError those of the plan, `revocationRunning`, `fillRunning`, `wayBackRunning`,
     * `paymentRunning`, `wayBackUnsure`; `takerBalance` when nothing that the fill converted is
     * left
     */
    async back(account: Address, token: Address, ofFill?: ConvertedMoney): Promise<void> {
      // A page may lag behind: the plan would then convert zero, or money of other origin.
      if (ofFill?.conversions.length === 0) throw new TicketError('takerBalance');
      const id = await calls.begin(account, { token, ...inputOf(ofFill) });
      await calls.reached(id, ({ end }) => end?.code === 'done');
    },
  };
}

/** Money that a fill converted in mined transactions. */
interface ConvertedMoney {
  readonly id: string;
  readonly conversions: readonly { readonly amount: TokenAmount; readonly hash: string }[];
}

function inputOf(ofFill: ConvertedMoney | undefined): Pick<WayBackInput, 'fill'> {
  if (ofFill === undefined) return {};
  const conversions = ofFill.conversions.map(({ amount, hash }) => ({ amount: `${amount}`, hash }));
  return { fill: { id: ofFill.id, conversions } };
}

const logsIn = (receipt: unknown) =>
  isRecord(receipt) && Array.isArray(receipt.logs) ? receipt.logs : [];

const moneyClaimOf = (account: string, token: string): string =>
  moneyOf(account, reserveWith(token)?.asset.symbol ?? token);

/** Units that are lost when some supplies are rounded. */
const SLACK = 4n * lostBySupply;

/**
 * Returns the largest number if the amount is nearly all of the receipts. This number withdraws
 * everything, while an exact amount could leave units behind.
 */
function mostOf({ have, reserve }: AccountFunds, most?: bigint): bigint {
  if (have.receipt === 0n) throw new TicketError('takerBalance');
  if (!reserve.canWithdraw) throw new TicketError('poolClosed');
  if (reserve.liquidity === 0n) throw new TicketError('poolLentOut');
  const isAll = most === undefined || most + SLACK >= have.receipt;
  const wanted = isAll ? have.receipt : most;
  if (reserve.liquidity < wanted) return reserve.liquidity;
  return isAll ? MAX_UINT256 : wanted;
}
