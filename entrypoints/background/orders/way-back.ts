import { type Address, encodeFunctionData, type Hex, parseEventLogs } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi, lendingReceiptAbi } from '../../../shared/chain/abi/lending.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import {
  LENDING_POOL,
  reserveOf,
  reserveWith,
  worthSymbol,
} from '../../../shared/chain/lending.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import {
  balanceOfScaled,
  lostBySupply,
  scaledSupply,
} from '../../../shared/orders/receipt-amounts.ts';
import { MAX_UINT256, type TokenAmount } from '../../../shared/units.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import type { OwnTransactions } from '../sending/own-transactions.ts';
import { type AccountFunds, readFunds } from './read-funds.ts';
import { TicketError } from './ticket-error.ts';

export type WayBack = ReturnType<typeof createWayBack>;

/** A mined conversion. */
interface Conversion {
  readonly amount: TokenAmount;
  readonly hash: string;
}

/** Limits the way back to what a fill has converted. */
interface OfFill {
  readonly conversions: readonly Conversion[];
  /** Called once it isn't converted any more. */
  readonly onBack: () => Promise<void>;
}

/** Changes receipts of the lending pool back to their asset, and wrapped ether back to ether. */
export function createWayBack(deps: {
  client: Rpc;
  own: Pick<OwnTransactions, 'call'>;
  settled: (hash: string) => Promise<Settled>;
}) {
  const { client } = deps;
  const weth = reserveOf('WETH').asset.address;
  /** Accounts with an asset that is on its way back. */
  const underWay = new Set<string>();
  const keyOf = (account: string, asset: string | undefined) => `${account.toLowerCase()} ${asset}`;
  const call = (account: Address, to: Address, data: Hex) =>
    deps.own.call({ chainId: CHAIN_ID, account, to, data });

  const unwrap = (account: Address, amount: bigint) =>
    call(
      account,
      weth,
      encodeFunctionData({
        abi: [tokenCallsAbi.withdraw],
        functionName: 'withdraw',
        args: [amount],
      }),
    );

  async function withdraw(account: Address, funds: AccountFunds, ofFill?: OfFill): Promise<Hex> {
    const { asset } = funds.forms;
    const most = ofFill && (await worthNow(account, funds, ofFill.conversions));
    const args = [asset.address, mostOf(funds, most), account] as const;
    const data = encodeFunctionData({ abi: lendingPoolAbi, functionName: 'withdraw', args });
    return call(account, LENDING_POOL, data);
  }

  /** Returns the logs of a mined transaction; none when no node reports it. */
  async function logsOf(hash: string) {
    const receipt = await client
      .request('eth_getTransactionReceipt', [hash])
      .catch(() => undefined);
    return isRecord(receipt) && Array.isArray(receipt.logs) ? receipt.logs : [];
  }

  /** Returns the amounts of supplies with their interest; without it where no node reports the index. */
  async function worthNow(
    account: Address,
    { forms, index }: AccountFunds,
    supplies: readonly Conversion[],
  ): Promise<bigint> {
    const worths = supplies.map(async ({ amount, hash }) => {
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

  /** Returns what a mined withdrawal gave; zero when no node reports it. */
  async function withdrawn(hash: string, asset: Address): Promise<bigint> {
    const logs = parseEventLogs({
      abi: lendingPoolAbi,
      eventName: 'Withdraw',
      logs: await logsOf(hash),
    });
    const found = logs.find(
      ({ address, args }) =>
        isSameAddress(address, LENDING_POOL) && isSameAddress(args.reserve, asset),
    );
    return found?.args.amount ?? 0n;
  }

  async function backToEther(account: Address, ofFill?: OfFill): Promise<void> {
    const args = [account] as const;
    const read = { address: weth, abi: erc20Abi, functionName: 'balanceOf', args } as const;
    const held = await readContract(client, read);
    if (held === 0n) throw new TicketError('taker-balance');
    const most = ofFill?.conversions.reduce((sum, { amount }) => sum + amount, 0n);
    const isPart = most !== undefined && most < held;
    const { status } = await deps.settled(await unwrap(account, isPart ? most : held));
    if (status === 'confirmed') await ofFill?.onBack();
  }

  async function backToAsset(account: Address, token: Address, ofFill?: OfFill): Promise<void> {
    const funds = await readFunds(client, account, token);
    if (funds?.wanted !== 'receipt') throw new TicketError('taker-balance');
    const { hash, status } = await deps.settled(await withdraw(account, funds, ofFill));
    if (status !== 'confirmed') return;
    await ofFill?.onBack();
    const { asset } = funds.forms;
    if (!isSameAddress(asset.address, weth)) return;
    const amount = await withdrawn(hash, asset.address);
    if (amount > 0n) await deps.settled(await unwrap(account, amount));
  }

  return {
    /** Returns true while an account's money is on its way back in any form of a token's asset. */
    isUnderWay: (account: string, symbol: string): boolean =>
      underWay.has(keyOf(account, worthSymbol(symbol))),

    /**
     * Asks to withdraw all receipts, or those of a fill with their interest, as far as the pool
     * isn't lent out, and then to unwrap what was withdrawn; or to unwrap wrapped ether. If it stops
     * between them, the account has wrapped ether, which can be unwrapped later. Resolves once all of
     * it is mined.
     * @throws TicketError `taker-balance`, `pool-closed`, `pool-lent-out`
     */
    async back(account: Address, token: Address, ofFill?: OfFill): Promise<void> {
      const key = keyOf(account, reserveWith(token)?.asset.symbol);
      underWay.add(key);
      try {
        await (isSameAddress(token, weth)
          ? backToEther(account, ofFill)
          : backToAsset(account, token, ofFill));
      } finally {
        underWay.delete(key);
      }
    },
  };
}

/** Units by which some supplies round. */
const SLACK = 4n * lostBySupply;

/** Only "everything" leaves no unit behind; supplies that are everything round by some units. */
function mostOf({ have, reserve }: AccountFunds, most?: bigint): bigint {
  if (have.receipt === 0n) throw new TicketError('taker-balance');
  if (!reserve.canWithdraw) throw new TicketError('pool-closed');
  if (reserve.liquidity === 0n) throw new TicketError('pool-lent-out');
  const isAll = most === undefined || most + SLACK >= have.receipt;
  const wanted = isAll ? have.receipt : most;
  if (reserve.liquidity < wanted) return reserve.liquidity;
  return isAll ? MAX_UINT256 : wanted;
}
