import { i18n } from '#i18n';
import type { FeeChoice, TransactionDraft } from '../../../shared/approvals/types.ts';
import type { ApprovalCheck } from '../../../shared/approvals/view.ts';
import { highestRecentPrice, totalFee } from '../chain/fees.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Simulation } from '../chain/simulate.ts';
import { amountWords } from '../orders/market-words.ts';
import { costWords, type Fees } from './fee-options.ts';

/** Gas that every transaction needs (EIP-2). A lower limit is never mined. */
const LEAST_GAS = 21_000n;
/** A site's gas limit this many times above what was used deserves a look. */
const GENEROUS_LIMIT = 5n;
/** Times above the highest price that was paid in the last blocks. Fees don't rise this fast. */
const MAX_RISE = 10n;
const GWEI = 1_000_000_000n;

/**
 * Highest plausible price in wei a gas. The node names both the fee and the recent range, so a lying
 * one can only be caught with figures of our own: several times the highest in each chain's history.
 */
const PLAUSIBLE_PRICE: ReadonlyMap<number, bigint> = new Map([
  [1, 1_000n * GWEI],
  [10, 50n * GWEI],
  [137, 10_000n * GWEI],
  [8453, 50n * GWEI],
  [42_161, 50n * GWEI],
]);
/** The most that a fee may come to without a question, in wei, but on chains that are dearer. */
const PLAUSIBLE_TOTAL = 50_000_000_000_000_000n;
/** Ethereum and Polygon: a fee there can be high, or in a coin of little worth. */
const DEARER: readonly number[] = [1, 137];

export interface FeeFindings {
  readonly checks: readonly ApprovalCheck[];
  readonly danger?: string;
  readonly refusal?: string;
}

/** Checks a site's gas limits and the node's prices before either costs money. */
export async function feeFindings(options: {
  rpc: Rpc;
  chainId: number;
  coin: string;
  drafts: readonly TransactionDraft[];
  /** The wallet's suggestion; undefined when nothing could be estimated. */
  fee: FeeChoice | undefined;
  simulation: Simulation;
  /** The site's suggestion, when it isn't offered. */
  leftOut?: Fees['leftOut'] | undefined;
}): Promise<FeeFindings> {
  const { drafts, fee } = options;
  const isTooLittle = drafts.some(({ gas }) => gas !== undefined && BigInt(gas) < LEAST_GAS);
  if (isTooLittle) {
    const refusal = i18n.t('approving.gasLimitTooLow', { least: amountWords(LEAST_GAS, 0) });
    return { checks: [], refusal };
  }
  if (fee === undefined) return { checks: [] };
  const danger = await dangerousPrice(options, fee);
  return {
    checks: [
      ...generousLimits(options, fee),
      ...siteFeeCheck(options.leftOut),
      ...(danger === undefined ? [] : [danger.check]),
    ],
    ...(danger === undefined ? {} : { danger: danger.sentence }),
  };
}

/** Says why the site's price isn't among the choices. */
function siteFeeCheck(leftOut: Fees['leftOut']): ApprovalCheck[] {
  if (leftOut === undefined) return [];
  const price = `${amountWords(leftOut.maxFeePerGas, 9)} gwei`;
  const detail =
    leftOut.kind === 'tooLow'
      ? i18n.t('approving.siteFeeTooLow', { price })
      : i18n.t('approving.siteFeeTooHigh', { price });
  return [{ label: i18n.t('approving.siteFeeCheck'), status: 'warned', detail }];
}

function generousLimits(
  { drafts, simulation, coin }: Parameters<typeof feeFindings>[0],
  fee: FeeChoice,
): ApprovalCheck[] {
  const used = simulation.outcome === 'succeeds' ? simulation.gasUsed : undefined;
  return drafts.flatMap(({ gas }, index) => {
    const needed = used?.[index];
    if (gas === undefined || needed === undefined || BigInt(gas) <= needed * GENEROUS_LIMIT) {
      return [];
    }
    const most = totalFee([BigInt(gas)], BigInt(fee.maxFeePerGas), 0n);
    return [
      {
        label: i18n.t('approving.gasLimitCheck'),
        status: 'warned' as const,
        detail: i18n.t('approving.gasLimitGenerous', {
          limit: amountWords(BigInt(gas), 0),
          needed: amountWords(needed, 0),
          most: costWords(most, coin, undefined).total,
        }),
      },
    ];
  });
}

async function dangerousPrice(
  { rpc, chainId, coin }: Parameters<typeof feeFindings>[0],
  fee: FeeChoice,
): Promise<{ check: ApprovalCheck; sentence: string } | undefined> {
  const price = BigInt(fee.maxFeePerGas);
  const total = totalFee(fee.gas.map(BigInt), price, BigInt(fee.dataFee ?? '0x0'));
  const plausible = PLAUSIBLE_PRICE.get(chainId);
  const isTooMuch = total > PLAUSIBLE_TOTAL && !DEARER.includes(chainId);
  const isImplausible = isTooMuch || (plausible !== undefined && price > plausible);
  const recent = isImplausible ? undefined : await highestRecentPrice(rpc).catch(() => undefined);
  const isRisen = recent !== undefined && recent > 0n && price > recent * MAX_RISE && total > TINY;
  if (!isImplausible && !isRisen) return undefined;
  const values = {
    price: `${amountWords(price, 9)} gwei`,
    most: costWords(total, coin, undefined).total,
  };
  return {
    check: {
      label: i18n.t('approving.feeCheck'),
      status: 'warned',
      detail: i18n.t('approving.feeImplausible', values),
    },
    sentence: i18n.t('approving.feeDanger', values),
  };
}

/** A fee below this isn't worth a question, however far it rose (wei). */
const TINY = 3_000_000_000_000_000n;
