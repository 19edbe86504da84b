import { chargesDataFee, leastTip } from '../../../shared/chain/built-in-networks.ts';
import { type Wei, wei } from '../../../shared/units.ts';
import { estimateFees, totalFee } from './fees.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/**
 * Returns the largest amount of coin that an account can send to `to`: its balance minus the
 * highest fee in the approval window. Zero when the fee exceeds the balance.
 */
export async function mostSendable(options: {
  rpc: Rpc;
  chainId: number;
  account: string;
  to: string;
}): Promise<Wei> {
  const { rpc, chainId, account, to } = options;
  const [answer, fees] = await Promise.all([
    rpc.request('eth_getBalance', [account, 'latest']),
    estimateFees({
      rpc,
      account,
      drafts: [{ to, value: '0x0', data: '0x' }],
      hasDataFee: chargesDataFee(chainId),
      leastTip: leastTip(chainId),
    }),
  ]);
  const price = fees.prices.fast.maxFeePerGas;
  const rest = parseQuantity(answer) - totalFee(fees.gas, price, fees.dataFee);
  return wei(rest > 0n ? rest : 0n);
}
