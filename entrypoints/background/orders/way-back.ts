import { type Address, encodeFunctionData, type Hex, parseEventLogs } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { LENDING_POOL, reserveOf } from '../../../shared/chain/lending.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { MAX_UINT256 } from '../../../shared/units.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import type { OwnTransactions } from '../sending/own-transactions.ts';
import { type AccountFunds, readFunds } from './read-funds.ts';
import { TicketError } from './ticket-error.ts';

export type WayBack = ReturnType<typeof createWayBack>;

/** Changes receipts of the lending pool back to their asset, and wrapped ether back to ether. */
export function createWayBack(deps: {
  client: Rpc;
  own: Pick<OwnTransactions, 'call'>;
  settled: (hash: string) => Promise<Settled>;
}) {
  const { client } = deps;
  const weth = reserveOf('WETH').asset.address;
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

  async function withdraw(account: Address, funds: AccountFunds, most?: bigint): Promise<Hex> {
    const { asset } = funds.forms;
    const args = [asset.address, mostOf(funds, most), account] as const;
    const data = encodeFunctionData({ abi: lendingPoolAbi, functionName: 'withdraw', args });
    return call(account, LENDING_POOL, data);
  }

  /** Returns what a mined withdrawal gave; zero when no node reports it. */
  async function withdrawn(hash: string, asset: Address): Promise<bigint> {
    const receipt = await client
      .request('eth_getTransactionReceipt', [hash])
      .catch(() => undefined);
    if (!isRecord(receipt) || !Array.isArray(receipt.logs)) return 0n;
    const logs = parseEventLogs({ abi: lendingPoolAbi, eventName: 'Withdraw', logs: receipt.logs });
    const found = logs.find(
      ({ address, args }) =>
        isSameAddress(address, LENDING_POOL) && isSameAddress(args.reserve, asset),
    );
    return found?.args.amount ?? 0n;
  }

  return {
    /**
     * Asks to withdraw all receipts, or at most an amount, as far as the pool isn't lent out, and then
     * to unwrap what was withdrawn; or to unwrap wrapped ether. If it stops between them, the account has wrapped
     * ether, which can be unwrapped later.
     * @throws TicketError `taker-balance`, `pool-closed`, `pool-lent-out`
     */
    async back(account: Address, token: Address, most?: bigint): Promise<void> {
      if (isSameAddress(token, weth)) {
        const args = [account] as const;
        const read = { address: weth, abi: erc20Abi, functionName: 'balanceOf', args } as const;
        const held = await readContract(client, read);
        if (held === 0n) throw new TicketError('taker-balance');
        await unwrap(account, most !== undefined && most < held ? most : held);
        return;
      }
      const funds = await readFunds(client, account, token);
      if (funds?.wanted !== 'receipt') throw new TicketError('taker-balance');
      const { hash, status } = await deps.settled(await withdraw(account, funds, most));
      const { asset } = funds.forms;
      if (status !== 'confirmed' || !isSameAddress(asset.address, weth)) return;
      const amount = await withdrawn(hash, asset.address);
      if (amount > 0n) await unwrap(account, amount);
    },
  };
}

/** Only "everything" leaves no unit behind. */
function mostOf({ have, reserve }: AccountFunds, most?: bigint): bigint {
  if (have.receipt === 0n) throw new TicketError('taker-balance');
  if (!reserve.canWithdraw) throw new TicketError('pool-closed');
  if (reserve.liquidity === 0n) throw new TicketError('pool-lent-out');
  const wanted = most !== undefined && most < have.receipt ? most : have.receipt;
  if (reserve.liquidity < wanted) return reserve.liquidity;
  return wanted < have.receipt ? wanted : MAX_UINT256;
}
