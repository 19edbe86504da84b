import type { Address } from 'viem';
import { tokenFact } from '../../../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../../shared/approvals/facts/dangers.ts';
import type { RowFact } from '../../../../shared/approvals/facts/rows.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { deliveryTokenIn } from '../../../../shared/orders/delivery.ts';
import { feeCeiling } from '../../../../shared/orders/fees.ts';
import { multicall } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { tokenMove } from './asset-moves.ts';
import { grantedBy } from './granted-by.ts';
import { readHolder } from './held-side.ts';
import { type JudgeDeps, judgeTrade } from './judge-trade.ts';
import {
  amountsIn,
  collateralOf,
  presentFee,
  type Requested,
  requestedRows,
} from './request-rows.ts';

type RequestCall = Extract<Understanding, { kind: 'request quotation' }>;
type Findings = Pick<CallMeaning, 'checks' | 'dangers'>;

/** A compressed point in hexadecimal. */
const PUBLIC_KEY = /^0x0[23][0-9a-fA-F]{64}$/;

/** Seconds for offers above which the request gets a warning. Makers answer within a minute. */
const LONG_WINDOW = 86_400;

interface RequestDeps extends JudgeDeps {
  readonly context: ChainContext;
  readonly account: Address;
  readonly earlier: readonly Understanding[];
  /**
   * Returns the public key to which offers for an account are sealed; undefined while the wallet is
   * locked.
   */
  readonly offerKeyOf?: ((account: Address) => string | undefined) | undefined;
}

/** Explains a request to makers: what the factory takes now, and at most at the settlement. */
export async function explainRequest(
  found: RequestCall,
  deps: RequestDeps,
): Promise<Partial<CallMeaning>> {
  const { terms, limit, referralId } = found;
  const { context, account } = deps;
  const { collateral: token, isBuyer, requester, offerEnd } = terms;
  const existing = terms.existingOption;
  const requested: Requested = { ...terms, existing };
  const isNew = existing === undefined;
  const collateral = isNew && !isBuyer ? collateralOf(requested) : undefined;
  const { of, row } = amountsIn(token, context);
  const needed = isBuyer ? limit : (collateral ?? 0n);
  const side = isBuyer ? 'buy' : 'sell';
  const [means, holder, judged] = await Promise.all([
    meansChecks({ ...deps, token, needed }),
    isNew ? undefined : holderFindings(found, existing, deps),
    // A limit of zero has its own check.
    judgeTrade({ ...terms, existing, side, total: limit === 0n ? undefined : limit }, deps),
  ]);
  const others = requestFindings(found, deps);
  const fee = presentFee(terms, limit, deps.spotOf);
  const worst: readonly RowFact[] = isBuyer
    ? [row('mostPaid', limit)]
    : [
        row('leastReceived', limit),
        fee === undefined
          ? row('leastAfterTheFee', limit - feeCeiling(limit))
          : row('leastAfterTheFeeNow', limit - fee),
        ...(collateral === undefined ? [] : [row('collateralAtSettlement', collateral)]),
      ];
  const effect = isBuyer
    ? ({ code: 'escrow.held', status: 'passed', amount: of(limit) } as const)
    : isNew
      ? ({ code: 'settlement.taken', status: 'warned', amount: of(needed) } as const)
      : ({ code: 'settlement.sold', status: 'warned', amount: of(limit) } as const);
  const isEffectKnown = isBuyer || !isNew || collateral !== undefined;
  const isOwn = isSameAddress(requester, account);
  return {
    leaves: isBuyer && isOwn && limit > 0n ? [tokenMove(token, limit, context)] : [],
    highlights: [...worst, { label: 'offersUntil', value: { kind: 'time', at: offerEnd } }],
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
      { code: 'factory.known', status: 'passed' },
      ...judged.checks,
      ...(holder?.checks ?? []),
      ...others.checks,
      ...(isEffectKnown ? [effect] : []),
      ...means,
      { code: 'answers.mayNotCome', status: 'passed' },
    ],
    dangers: [...judged.dangers, ...(holder?.dangers ?? []), ...others.dangers],
    ...(judged.refusal === undefined ? {} : { refusal: judged.refusal }),
  };
}

/** Returns the checks that need only the request and the time. */
function requestFindings(
  { terms, limit, publicKey, staysOpen, referralId }: RequestCall,
  { account, now, offerKeyOf }: RequestDeps,
): Findings {
  const offerKey = offerKeyOf?.(account);
  const { isBuyer, requester, offerEnd, expiry } = terms;
  const checks: CheckFact[] = [];
  const dangers: DangerFact[] = [];
  if (!isSameAddress(requester, account)) {
    checks.push({ code: 'requester.differs', status: 'failed' });
    dangers.push({ code: 'requester.differs' });
  }
  if (limit === 0n && isBuyer) checks.push({ code: 'limit.noHighest', status: 'warned' });
  if (limit === 0n && !isBuyer) {
    checks.push({ code: 'limit.noLeast', status: 'failed' });
    dangers.push({ code: 'limit.noLeast' });
  }
  if (offerEnd <= now) checks.push({ code: 'window.over', status: 'failed' });
  if (offerEnd >= expiry) checks.push({ code: 'window.afterExpiry', status: 'failed' });
  if (offerEnd > now + LONG_WINDOW) checks.push({ code: 'window.long', status: 'warned' });
  if (staysOpen) checks.push({ code: 'afterwards.staysOpen', status: 'warned' });
  if (!PUBLIC_KEY.test(publicKey)) checks.push({ code: 'offerKey.unusable', status: 'warned' });
  else if (offerKey !== undefined && offerKey.toLowerCase() !== publicKey.toLowerCase())
    checks.push({ code: 'offerKey.another', status: 'warned' });
  if (referralId !== 0n) checks.push({ code: 'referral.getsShare', status: 'passed' });
  return { checks, dangers };
}

function deliveryRows({ terms }: RequestCall, context: ChainContext): RowFact[] {
  const token =
    terms.existingOption === undefined ? deliveryTokenIn(terms.extraOptionData) : undefined;
  if (token === undefined) return [];
  const value = { kind: 'token', token: tokenFact(token.address, context) } as const;
  return [{ label: 'deliveryToken', value }];
}

/** Checks that the account holds the side of the option that it offers. */
async function holderFindings(
  { terms }: RequestCall,
  option: Address,
  { rpc, account }: { rpc: Rpc; account: Address },
): Promise<Findings> {
  const holder = await readHolder(rpc, option, terms.isBuyer).catch(() => undefined);
  if (holder === undefined)
    return {
      checks: [{ code: 'option.unread', status: 'warned' }],
      dangers: [{ code: 'optionUnknown' }],
    };
  return isSameAddress(holder, account)
    ? { checks: [{ code: 'side.held', status: 'passed' }], dangers: [] }
    : {
        checks: [{ code: 'side.notHeld', status: 'failed' }],
        dangers: [{ code: 'side.notHeld' }],
      };
}

/** Checks the account's balance and its allowance for the factory. */
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
            code: 'allowance.factoryShort',
            status: 'failed',
            held: of(allowance),
            needed: least,
          }
        : { code: 'allowance.factoryEnough', status: 'passed', needed: least },
      balance < needed
        ? { code: 'balance.requesterShort', status: 'failed', held: of(balance), needed: least }
        : { code: 'balance.requesterEnough', status: 'passed', needed: least },
    ];
  } catch {
    return [{ code: 'chain.unread', status: 'warned' }];
  }
}
