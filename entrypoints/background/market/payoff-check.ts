import type { Address } from 'viem';
import { simulatePayoutAbi } from '../../../shared/chain/abi/simulate-payout.ts';
import { kinksOf } from '../../../shared/orders/legs.ts';
import { buyerPayoff } from '../../../shared/orders/payoff.ts';
import type { OptionTerms } from '../../../shared/orders/terms.ts';
import { contracts, type Price8, price8 } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

export type PayoffCheck = 'agrees' | 'differs' | 'unknown';

/**
 * Returns whether the implementation's `simulatePayout` matches the payoff that the wallet draws,
 * at each kink, between kinks and beyond both ends. These points determine a piecewise linear
 * payoff. `unknown` for physical products, which have no cash payoff, and for implementations
 * without the function.
 */
export async function checkPayoff(
  client: Rpc,
  option: {
    readonly implementation: Address;
    /** Strikes exactly as in the signed order. */
    readonly strikes: readonly Price8[];
    readonly terms: OptionTerms;
    readonly decimals: number;
  },
): Promise<PayoffCheck> {
  const { terms } = option;
  if (terms.product.isPhysical) return 'unknown';
  const one = contracts(10n ** BigInt(option.decimals));
  const prices = samplesOf(terms);
  try {
    const answers = await multicall(client, {
      contracts: prices.map((price) => ({
        address: option.implementation,
        abi: simulatePayoutAbi,
        functionName: 'simulatePayout' as const,
        args: [price, option.strikes, one] as const,
      })),
    });
    if (answers.every(({ status }) => status === 'failure')) return 'unknown';
    const isSame = answers.every(
      ({ result }, i) =>
        result === buyerPayoff({ terms, contracts: one, settlementPrice: prices[i] ?? price8(0n) }),
    );
    return isSame ? 'agrees' : 'differs';
  } catch {
    // An unreachable node doesn't prove a difference.
    return 'unknown';
  }
}

function samplesOf(terms: OptionTerms): Price8[] {
  const kinks = kinksOf(terms.legs);
  const last = kinks.at(-1) ?? price8(1n);
  const stops = [1n, ...kinks, last * 2n];
  const middles = stops.slice(1).map((stop, i) => (stop + (stops[i] ?? 0n)) / 2n);
  return [...stops, ...middles].map(price8);
}
