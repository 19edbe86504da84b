import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact, RefusalFact } from '../../../../shared/approvals/facts/dangers.ts';
import { shownFee } from '../../../../shared/approvals/shown-fee.ts';
import type { FeeChoice, TransactionDraft } from '../../../../shared/approvals/types.ts';
import { highestRecentPrice, totalFee } from '../../chain/fees.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { Simulation } from '../../chain/simulate.ts';
import type { Fees } from './fee-options.ts';

/** Minimum gas of every transaction (EIP-2). A transaction with a lower limit is invalid. */
const MIN_GAS = 21_000n;
/** A site's gas limit is reported if it is this many times the used gas. */
const GENEROUS_LIMIT = 5n;
/**
 * A price is reported if it is this many times the highest price of the last blocks. Fees don't
 * rise this fast.
 */
const MAX_RISE = 10n;
const GWEI = 1_000_000_000n;

/**
 * Highest plausible price in wei per gas: several times the highest price in each chain's history.
 * The node reports both the fee and the recent range, so only fixed figures expose a lying node.
 */
const PLAUSIBLE_PRICE: ReadonlyMap<number, bigint> = new Map([
  [1, 1_000n * GWEI],
  [10, 50n * GWEI],
  [137, 10_000n * GWEI],
  [8453, 50n * GWEI],
  [42_161, 50n * GWEI],
]);
/** Highest total fee in wei that needs no acknowledgement, except on chains in `DEARER`. */
const PLAUSIBLE_TOTAL = 50_000_000_000_000_000n;
/** Ethereum, where fees can be high, and Polygon, whose coin is worth little. */
const DEARER: readonly number[] = [1, 137];

export interface FeeFindings {
  readonly checks: readonly CheckFact[];
  readonly dangers: readonly DangerFact[];
  readonly refusal?: RefusalFact;
}

/** Checks a site's gas limit and the node's prices, so that neither makes the user overpay. */
export async function feeFindings(options: {
  rpc: Rpc;
  chainId: number;
  coin: string;
  drafts: readonly TransactionDraft[];
  /** The wallet's suggestion; undefined when the fee couldn't be estimated. */
  fee: FeeChoice | undefined;
  simulation: Simulation;
  leftOut?: Fees['leftOut'] | undefined;
}): Promise<FeeFindings> {
  const { drafts, fee } = options;
  const isTooLittle = drafts.some(({ gas }) => gas !== undefined && BigInt(gas) < MIN_GAS);
  if (isTooLittle) {
    const refusal = { code: 'gasLimitTooLow', least: MIN_GAS.toString() } as const;
    return { checks: [], dangers: [], refusal };
  }
  if (fee === undefined) return { checks: [], dangers: [] };
  const unusual = await unusualPrice(options, fee);
  return {
    checks: [...generousLimits(options, fee), ...siteFeeCheck(options.leftOut), ...unusual.checks],
    dangers: unusual.dangers,
  };
}

function siteFeeCheck(leftOut: Fees['leftOut']): readonly CheckFact[] {
  if (leftOut === undefined) return [];
  const code = leftOut.kind === 'tooLow' ? 'siteFee.tooLow' : 'siteFee.tooHigh';
  return [{ code, status: 'warned', price: leftOut.maxFeePerGas.toString() }];
}

function generousLimits(
  { drafts, simulation, coin }: Parameters<typeof feeFindings>[0],
  fee: FeeChoice,
): readonly CheckFact[] {
  const used = simulation.outcome === 'succeeds' ? simulation.gasUsed : undefined;
  return drafts.flatMap(({ gas }, index) => {
    const needed = used?.[index];
    if (gas === undefined || needed === undefined || BigInt(gas) <= needed * GENEROUS_LIMIT) {
      return [];
    }
    const most = totalFee([BigInt(gas)], BigInt(fee.maxFeePerGas), 0n);
    return [
      {
        code: 'gasLimit.generous',
        status: 'warned',
        limit: BigInt(gas).toString(),
        needed: needed.toString(),
        most: shownFee(most).toString(),
        coin,
      },
    ];
  });
}

async function unusualPrice(
  { rpc, chainId, coin }: Parameters<typeof feeFindings>[0],
  fee: FeeChoice,
): Promise<Pick<FeeFindings, 'checks' | 'dangers'>> {
  const price = BigInt(fee.maxFeePerGas);
  const total = totalFee(fee.gas.map(BigInt), price, BigInt(fee.dataFee ?? '0x0'));
  const plausible = PLAUSIBLE_PRICE.get(chainId);
  const isTooMuch = total > PLAUSIBLE_TOTAL && !DEARER.includes(chainId);
  const isImplausible = isTooMuch || (plausible !== undefined && price > plausible);
  const recent = isImplausible ? undefined : await highestRecentPrice(rpc).catch(() => undefined);
  const isRisen = recent !== undefined && recent > 0n && price > recent * MAX_RISE && total > TINY;
  if (!isImplausible && !isRisen) return { checks: [], dangers: [] };
  const most = shownFee(total).toString();
  return {
    checks: [{ code: 'fee.implausible', status: 'warned', price: price.toString(), most, coin }],
    dangers: [{ code: 'unusualFee', most: { wei: most, coin } }],
  };
}

/** Total fee in wei below which no acknowledgement is needed, even after a sharp rise. */
const TINY = 3_000_000_000_000_000n;
