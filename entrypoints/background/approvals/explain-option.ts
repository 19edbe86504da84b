import type { Address } from 'viem';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { ApprovalCheck, ApprovalRow } from '../../../shared/approvals/view.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { proxyTarget } from '../../../shared/chain/minimal-proxy.ts';
import { formatAmount, formatPrice, formatUtc, shortAddress } from '../../../shared/format.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { tokenAt } from '../../../shared/orders/tokens.ts';
import { price8 } from '../../../shared/units.ts';
import { getCode, multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Meaning } from './meaning.ts';
import { sideOf } from './words.ts';

export type OptionCall = Extract<
  Understanding,
  {
    kind:
      | 'payout'
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
          label: 'Option contract',
          status: 'warned',
          detail: 'Its code is none of the known option products.',
        }
      : { label: 'Option contract', status: 'passed', detail: 'A known option product.' };
  const facts = product === undefined ? [] : await readFacts(client, option);
  return {
    rows: [{ label: 'Option', value: shortAddress(option), full: option }, ...facts, ...own(found)],
    checks: [check],
    ...(product === undefined
      ? {
          danger:
            'I understand that Condor does not know this contract, whatever its functions say.',
        }
      : gift(found)),
  };
}

function own(found: OptionCall): ApprovalRow[] {
  switch (found.kind) {
    case 'transfer option':
    case 'allow option transfer':
      return [
        { label: 'Side', value: sideOf(found) },
        { label: 'Receiver', value: found.target },
      ];
    case 'reclaim collateral':
      return [{ label: 'Out of option', value: found.owned }];
    default:
      return [];
  }
}

/** What is given away comes back only if the receiver wants. */
function gift(found: OptionCall): Partial<Meaning> {
  if (found.kind === 'transfer option') {
    return {
      danger: `I give ${sideOf(found)} side away: ${shortAddress(found.target)} gets all that it pays.`,
    };
  }
  if (found.kind === 'allow option transfer' && found.isAllowed) {
    return {
      danger: `${shortAddress(found.target)} may take ${sideOf(found)} side whenever it wants.`,
    };
  }
  return {};
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
      { label: 'Strikes', value: strikes.map((strike) => formatPrice(price8(strike))).join(' · ') },
      { label: 'Expires', value: formatUtc(Number(expiry)) },
      {
        label: 'Collateral in it',
        value:
          known === undefined
            ? collateral.toString()
            : `${formatAmount(collateral, known.decimals)} ${known.symbol}`,
      },
    ];
  } catch {
    // The facts are a help; without the node the simulation says so on the same screen.
    return [];
  }
}
