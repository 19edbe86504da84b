import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { ApprovalCheck, ApprovalRow } from '../../../shared/approvals/view.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { physicalOptionAbi } from '../../../shared/chain/abi/physical-option.ts';
import { proxyTarget } from '../../../shared/chain/minimal-proxy.ts';
import { shortAddress } from '../../../shared/format.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import { price8 } from '../../../shared/units.ts';
import { getCode, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { amountWords, momentRow, priceWords } from '../orders/market-words.ts';
import { sideOf } from '../sending/words.ts';
import type { Meaning } from './meaning.ts';

export type OptionCall = Extract<
  Understanding,
  {
    kind:
      | 'payout'
      | 'exercise'
      | 'decline exercise'
      | 'close'
      | 'return excess collateral'
      | 'split'
      | 'reclaim collateral'
      | 'transfer option'
      | 'allow option transfer';
  }
>;

/** An action on an option contract: which option it is, by its own code and getters. */
export async function explainOption(client: Rpc, found: OptionCall): Promise<Partial<Meaning>> {
  const { option } = found;
  const code = await getCode(client, { address: option }).catch(() => undefined);
  const target = proxyTarget(code ?? '0x');
  const product = target === undefined ? undefined : implementationAt(target);
  const check: ApprovalCheck =
    product === undefined
      ? {
          label: i18n.t('approving.optionContract'),
          status: 'warned',
          detail: i18n.t('approving.itsCodeIsNoneOf'),
        }
      : {
          label: i18n.t('approving.optionContract'),
          status: 'passed',
          detail: i18n.t('approving.aKnownOptionProduct'),
        };
  const facts =
    product === undefined
      ? []
      : [...(await readFacts(client, option)), ...(await deliveryRows(client, found))];
  return {
    rows: [
      { label: i18n.t('approving.option'), value: shortAddress(option), full: option },
      ...facts,
      ...own(found),
    ],
    checks: [check],
    ...(product === undefined
      ? {
          danger: i18n.t('approving.iUnderstandThatCondorDoes'),
        }
      : loss(found)),
  };
}

function own(found: OptionCall): ApprovalRow[] {
  switch (found.kind) {
    case 'transfer option':
    case 'allow option transfer':
      return [
        { label: i18n.t('approving.side'), value: sideOf(found) },
        { label: i18n.t('approving.receiver'), value: found.target },
      ];
    case 'reclaim collateral':
      return [{ label: i18n.t('approving.outOfOption'), value: found.owned }];
    default:
      return [];
  }
}

/** A side that is given away, or not exercised, doesn't come back. */
function loss(found: OptionCall): Partial<Meaning> {
  if (found.kind === 'transfer option') {
    return {
      danger: i18n.t(found.isBuyer ? 'approving.iGiveBuyer' : 'approving.iGiveSeller', {
        target: shortAddress(found.target),
      }),
    };
  }
  if (found.kind === 'decline exercise') return { danger: i18n.t('approving.iDecline') };
  if (found.kind === 'allow option transfer' && found.isAllowed) {
    return {
      danger: i18n.t(found.isBuyer ? 'approving.mayTakeBuyer' : 'approving.mayTakeSeller', {
        target: shortAddress(found.target),
      }),
    };
  }
  return {};
}

/** Rows of an exercise: what it gives and takes, and until when it is possible. */
async function deliveryRows(client: Rpc, found: OptionCall): Promise<ApprovalRow[]> {
  if (found.kind !== 'exercise' && found.kind !== 'decline exercise') return [];
  const contract = { address: found.option, abi: physicalOptionAbi } as const;
  try {
    const [token, amount, window, expiry, seller] = await multicall(client, {
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'deliveryCollateral' },
        { ...contract, functionName: 'calculateDeliveryAmount' },
        { ...contract, functionName: 'EXERCISE_WINDOW' },
        { address: found.option, abi: optionAbi, functionName: 'expiryTimestamp' },
        { address: found.option, abi: optionAbi, functionName: 'seller' },
      ],
    });
    const known = tokenAt(token);
    const delivered =
      known === undefined
        ? `${amount} (${token})`
        : `${amountWords(amount, known.decimals, known.decimals)} ${known.symbol}`;
    return [
      {
        label: i18n.t(
          found.kind === 'exercise' ? 'approving.youDeliver' : 'approving.notDelivered',
        ),
        value: delivered,
      },
      { label: i18n.t('approving.toSeller'), value: shortAddress(seller), full: seller },
      { label: i18n.t('approving.exerciseUntil'), ...momentRow(Number(expiry + window)) },
    ];
  } catch {
    return [];
  }
}

async function readFacts(client: Rpc, option: Address): Promise<ApprovalRow[]> {
  const contract = { address: option, abi: optionAbi } as const;
  try {
    const [strikes, expiry, collateral, token] = await multicall(client, {
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'getStrikes' },
        { ...contract, functionName: 'expiryTimestamp' },
        { ...contract, functionName: 'collateralAmount' },
        { ...contract, functionName: 'collateralToken' },
      ],
    });
    const known = tokenAt(token);
    return [
      {
        label: i18n.t('approving.strikes'),
        value: strikes.map((strike) => priceWords(price8(strike))).join(' · '),
      },
      { label: i18n.t('approving.expires'), ...momentRow(Number(expiry)) },
      {
        label: i18n.t('approving.collateralInIt'),
        value:
          known === undefined
            ? collateral.toString()
            : `${amountWords(collateral, known.decimals)} ${known.symbol}`,
      },
    ];
  } catch {
    // The facts are a help; without the node the simulation says so on the same screen.
    return [];
  }
}
