import type { Address } from 'viem';
import { tokenFact } from '../../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../shared/approvals/facts/dangers.ts';
import type { RowFact } from '../../../shared/approvals/facts/rows.ts';
import type { FactoryCall, Understanding } from '../../../shared/approvals/understanding.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import type { ChainContext } from '../../../shared/chain/chain-context.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../shared/messages/approval-view.ts';
import { deliveryTokenIn, isWorthDelivery } from '../../../shared/orders/delivery.ts';
import { feeCeiling } from '../../../shared/orders/fees.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { QuotationError } from '../quotations/factory.ts';
import { readOptionTerms } from '../quotations/option-terms.ts';
import { tokenMove } from './asset-moves.ts';
import { grantedBy } from './granted-by.ts';
import { readHolder } from './held-side.ts';
import { amountsIn, collateralOf, type Requested, requestedRows } from './request-rows.ts';

type RequestCall = Extract<FactoryCall, { kind: 'request quotation' }>;
type Findings = Pick<CallMeaning, 'checks' | 'dangers'>;

/** A compressed point in hexadecimal. */
const PUBLIC_KEY = /^0x0[23][0-9a-fA-F]{64}$/;

/** Explains a request to makers: what the factory holds now, and what a settlement can take. */
export async function explainRequest(
  found: RequestCall,
  deps: {
    rpc: Rpc;
    context: ChainContext;
    account: Address;
    now: UnixSeconds;
    /** The calls of the same request before this one. */
    earlier: readonly Understanding[];
  },
): Promise<Partial<CallMeaning>> {
  const { terms, limit, referralId } = found;
  const { context, account } = deps;
  const { collateral: token, isBuyer, requester, offerEnd } = terms;
  const requested: Requested = { ...terms, existing: terms.existingOption };
  const isNew = requested.existing === undefined;
  const collateral = isNew && !isBuyer ? collateralOf(requested) : undefined;
  const { of, row } = amountsIn(token, context);
  const needed = isBuyer ? limit : (collateral ?? 0n);
  const [means, option] = await Promise.all([
    meansChecks({ ...deps, token, needed }),
    requested.existing === undefined ? undefined : optionFindings(found, requested.existing, deps),
  ]);
  const product = productFindings(found);
  const others = requestFindings(found, deps);
  const worst: readonly RowFact[] = isBuyer
    ? [row('most paid', limit)]
    : [
        row('least received', limit),
        row('least after the fee', limit - feeCeiling(limit)),
        ...(collateral === undefined ? [] : [row('collateral at settlement', collateral)]),
      ];
  const effect = isBuyer
    ? ({ code: 'held by factory', status: 'passed', amount: of(limit) } as const)
    : isNew
      ? ({ code: 'taken at settlement', status: 'warned', amount: of(needed) } as const)
      : ({ code: 'sold at settlement', status: 'warned', amount: of(limit) } as const);
  const isEffectKnown = isBuyer || !isNew || collateral !== undefined;
  const isOwn = isSameAddress(requester, account);
  return {
    leaves: isBuyer && isOwn && limit > 0n ? [tokenMove(token, limit, context)] : [],
    highlights: [...worst, { label: 'offers until', value: { kind: 'time', at: offerEnd } }],
    rows: [
      ...requestedRows(requested, context, { buys: isBuyer }),
      ...deliveryRows(found, context),
      ...(isOwn
        ? []
        : [{ label: 'requester', value: { kind: 'address', address: requester } } as const]),
      ...(referralId === 0n
        ? []
        : [
            {
              label: 'referral',
              value: { kind: 'number', number: referralId.toString() },
            } as const,
          ]),
    ],
    checks: [
      { code: 'factory known', status: 'passed' },
      ...product.checks,
      ...(option?.checks ?? []),
      ...others.checks,
      ...(isEffectKnown ? [effect] : []),
      ...means,
      { code: 'makers may not answer', status: 'passed' },
    ],
    dangers: [...product.dangers, ...(option?.dangers ?? []), ...others.dangers],
  };
}

/** Checks that only the bytes and the time decide. */
function requestFindings(
  { terms, limit, publicKey, staysOpen, referralId }: RequestCall,
  { account, now }: { account: Address; now: UnixSeconds },
): Findings {
  const { isBuyer, requester, offerEnd, expiry } = terms;
  const checks: CheckFact[] = [];
  const dangers: DangerFact[] = [];
  if (!isSameAddress(requester, account)) {
    checks.push({ code: 'requester differs', status: 'failed' });
    dangers.push({ code: 'requester differs' });
  }
  if (limit === 0n && isBuyer) checks.push({ code: 'no highest price', status: 'warned' });
  if (limit === 0n && !isBuyer) {
    checks.push({ code: 'no least price', status: 'failed' });
    dangers.push({ code: 'no least price' });
  }
  if (offerEnd <= now) checks.push({ code: 'window over', status: 'failed' });
  if (offerEnd >= expiry) checks.push({ code: 'window after expiry', status: 'failed' });
  if (staysOpen) checks.push({ code: 'stays open', status: 'warned' });
  if (!PUBLIC_KEY.test(publicKey)) checks.push({ code: 'offer key unusable', status: 'warned' });
  if (referralId !== 0n) checks.push({ code: 'referral gets a share', status: 'passed' });
  return { checks, dangers };
}

function productFindings({ terms }: RequestCall): Findings {
  const { implementation, strikes, existingOption, extraOptionData, priceFeed } = terms;
  const known = implementationAt(implementation);
  const isSound = known !== undefined && termsOf(known.product.name, strikes) !== undefined;
  if (!isSound)
    return {
      checks: [{ code: 'requested product unknown', status: 'failed' }],
      dangers: [{ code: 'requested product unknown' }],
    };
  const passed: CheckFact = { code: 'requested product known', status: 'passed' };
  // An existing option has its delivery token already.
  if (existingOption !== undefined) return { checks: [passed], dangers: [] };
  const token = deliveryTokenIn(extraOptionData);
  const isDelivery = known.product.isPhysical
    ? token !== undefined && isWorthDelivery(token, known.product, priceFeed)
    : extraOptionData === '0x';
  return isDelivery
    ? { checks: [passed], dangers: [] }
    : {
        checks: [passed, { code: 'delivery unknown', status: 'failed' }],
        dangers: [{ code: 'delivery unknown' }],
      };
}

function deliveryRows({ terms }: RequestCall, context: ChainContext): RowFact[] {
  const token =
    terms.existingOption === undefined ? deliveryTokenIn(terms.extraOptionData) : undefined;
  if (token === undefined) return [];
  const value = { kind: 'token', token: tokenFact(token.address, context) } as const;
  return [{ label: 'delivery token', value }];
}

/** Compares a request with the option on the chain: its terms, and the holder of the side. */
async function optionFindings(
  { terms }: RequestCall,
  option: Address,
  { rpc, account }: { rpc: Rpc; account: Address },
): Promise<Findings> {
  try {
    const [actual, holder] = await Promise.all([
      readOptionTerms(rpc, option),
      readHolder(rpc, option, terms.isBuyer),
    ]);
    const isHeld = isSameAddress(holder, account);
    const isSame =
      isSameAddress(actual.collateral, terms.collateral) &&
      isSameAddress(actual.priceFeed, terms.priceFeed) &&
      isSameAddress(actual.implementation, terms.implementation) &&
      actual.strikes.join() === terms.strikes.join() &&
      actual.contracts === terms.contracts &&
      actual.expiry === terms.expiry;
    return {
      checks: [
        isHeld
          ? { code: 'side held', status: 'passed' }
          : { code: 'side not held', status: 'failed' },
        isSame
          ? { code: 'terms match', status: 'passed' }
          : { code: 'terms differ', status: 'failed' },
      ],
      dangers: [
        ...(isHeld ? [] : [{ code: 'side not held' } as const]),
        ...(isSame ? [] : [{ code: 'terms differ' } as const]),
      ],
    };
  } catch (error) {
    const check: CheckFact =
      error instanceof QuotationError
        ? { code: 'option of another factory', status: 'failed' }
        : { code: 'option unread', status: 'warned' };
    return { checks: [check], dangers: [{ code: 'option unknown' }] };
  }
}

/** Checks the account's money, and how much of it the factory may take. */
async function meansChecks(options: {
  rpc: Rpc;
  context: ChainContext;
  account: Address;
  token: Address;
  needed: bigint;
  earlier: readonly Understanding[];
}): Promise<CheckFact[]> {
  const { rpc, context, account, token, needed, earlier } = options;
  if (needed === 0n) return [];
  const erc20 = { address: token, abi: erc20Abi } as const;
  try {
    const [balance, standing] = await multicall(rpc, {
      allowFailure: false,
      contracts: [
        { ...erc20, functionName: 'balanceOf', args: [account] },
        { ...erc20, functionName: 'allowance', args: [account, FACTORY_R12] },
      ],
    });
    const allowance = grantedBy(earlier, FACTORY_R12, token) ?? standing;
    const { of } = amountsIn(token, context);
    const least = of(needed);
    return [
      allowance < needed
        ? {
            code: 'factory allowance short',
            status: 'failed',
            held: of(allowance),
            needed: least,
          }
        : { code: 'factory allowance enough', status: 'passed', needed: least },
      balance < needed
        ? { code: 'requester balance short', status: 'failed', held: of(balance), needed: least }
        : { code: 'requester balance enough', status: 'passed', needed: least },
    ];
  } catch {
    return [{ code: 'chain unread', status: 'warned' }];
  }
}
