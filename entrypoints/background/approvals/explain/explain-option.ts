import type { Address } from 'viem';
import { amountFact } from '../../../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { RowFact } from '../../../../shared/approvals/facts/rows.ts';
import { strikesFact } from '../../../../shared/approvals/facts/strikes.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { optionAbi } from '../../../../shared/chain/abi/option.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { proxyTarget } from '../../../../shared/chain/minimal-proxy.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { implementationAt } from '../../../../shared/orders/products.ts';
import { getCode, multicall } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { isGenuineOption } from '../../market/options/creation-proof.ts';
import { type ExerciseDeps, explainExercise } from './explain-exercise.ts';
import type { JudgeDeps } from './judge-trade.ts';

type OptionCall = Extract<
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

/** Highest fee of a split, in wei, that needs no acknowledgement. */
const MAX_FEE = 10n ** 15n;

/**
 * Explains an action on an option contract. The contract is recognized by its code and getters.
 * Anyone can clone the code and set the fee, so only a proven option's fee is treated as expected.
 */
export async function explainOption(
  found: OptionCall,
  {
    rpc: client,
    context,
    earlier,
    ...deps
  }: ExerciseDeps &
    Pick<JudgeDeps, 'recordOf'> & {
      readonly earlier: readonly Understanding[];
    },
): Promise<Pick<CallMeaning, 'rows' | 'checks' | 'dangers' | 'charge' | 'leaves' | 'arrives'>> {
  const { option } = found;
  const code = await getCode(client, { address: option }).catch(() => undefined);
  const target = proxyTarget(code ?? '0x');
  const isKnown = target !== undefined && implementationAt(target) !== undefined;
  const check: CheckFact = isKnown
    ? { code: 'option.productKnown', status: 'passed' }
    : { code: 'option.codeUnknown', status: 'warned' };
  const terms = isKnown ? await readTerms(client, context, option) : [];
  const exercise =
    isKnown && (found.kind === 'exercise' || found.kind === 'decline exercise')
      ? await explainExercise(found, { rpc: client, context, ...deps })
      : undefined;
  const split =
    isKnown && found.kind === 'split' ? await explainSplit(client, context, found) : undefined;
  return {
    rows: [
      { label: 'option', value: { kind: 'address', address: option, isShort: true } },
      ...terms,
      ...(exercise?.rows ?? []),
      ...(split?.rows ?? []),
    ],
    checks: [check],
    dangers: isKnown ? (exercise?.dangers ?? losses(found)) : [{ code: 'optionUnknown' }],
    leaves: exercise?.leaves ?? [],
    arrives: exercise?.arrives ?? [],
    ...(split !== undefined &&
    split.fee <= MAX_FEE &&
    !earlier.some(isSplit) &&
    (await isGenuineOption(option, { ...deps, rpc: client }).catch(() => false))
      ? { charge: split.fee.toString() }
      : {}),
  };
}

/**
 * Returns true for a split. The fee of one split is small, but the fees of many splits in a request
 * add up.
 */
function isSplit(call: Understanding): boolean {
  return (
    call.kind === 'split' || (call.kind === 'batch' && call.calls.some((one) => isSplit(one.call)))
  );
}

/** Returns the dangers of giving a side away. The account gets nothing in return. */
function losses(found: OptionCall): readonly DangerFact[] {
  if (found.kind !== 'transfer option' && found.kind !== 'allow option transfer') return [];
  const { isBuyer, target } = found;
  if (found.kind === 'transfer option') return [{ code: 'givesOptionAway', isBuyer, target }];
  return found.isAllowed ? [{ code: 'letsOptionBeTaken', isBuyer, target }] : [];
}

/**
 * Returns the part that a split moves, and its fee in wei; undefined when the node doesn't respond.
 */
async function explainSplit(
  client: Rpc,
  context: ChainContext,
  { option, collateral }: Extract<OptionCall, { kind: 'split' }>,
): Promise<{ rows: readonly RowFact[]; fee: bigint } | undefined> {
  const contract = { address: option, abi: optionAbi } as const;
  try {
    const [fee, token, whole, contracts] = await multicall(client, {
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'getSplitFee' },
        { ...contract, functionName: 'collateralToken' },
        { ...contract, functionName: 'collateralAmount' },
        { ...contract, functionName: 'numContracts' },
      ],
    });
    const amount = amountFact({ token, amount: collateral }, context);
    const decimals = context.tokenAt(token)?.decimals;
    const units = whole > 0n ? (contracts * collateral) / whole : 0n;
    return {
      fee,
      rows: [
        {
          label: 'collateralSplitOff',
          value: { kind: 'amount', amount, isWhole: true },
        },
        ...(decimals === undefined
          ? []
          : [
              {
                label: 'contractsSplitOff',
                value: { kind: 'contracts', units: units.toString(), decimals },
              } as const,
            ]),
      ],
    };
  } catch {
    return undefined;
  }
}

async function readTerms(client: Rpc, context: ChainContext, option: Address): Promise<RowFact[]> {
  const contract = { address: option, abi: optionAbi } as const;
  try {
    const [strikes, expiry, amount, token] = await multicall(client, {
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'getStrikes' },
        { ...contract, functionName: 'expiryTimestamp' },
        { ...contract, functionName: 'collateralAmount' },
        { ...contract, functionName: 'collateralToken' },
      ],
    });
    return [
      { label: 'strikes', value: { kind: 'strikes', ...strikesFact(strikes) } },
      { label: 'expires', value: { kind: 'time', at: Number(expiry) } },
      {
        label: 'collateralInIt',
        value: { kind: 'amount', amount: amountFact({ token, amount }, context) },
      },
    ];
  } catch {
    // Without the node the terms are missing. The simulation shows that the node is down.
    return [];
  }
}
