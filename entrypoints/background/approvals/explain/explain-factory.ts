import { type Address, zeroAddress } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { optionFactoryAbi } from '../../../../shared/chain/abi/option-factory.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import { FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { readContract } from '../../chain/reads.ts';
import { readRequest } from '../../market/options/request.ts';
import { tokenMove } from './asset-moves.ts';
import { REQUEST_UNREAD } from './explain-offer.ts';
import { inspectFill } from './inspect-fill.ts';
import type { JudgeDeps } from './judge-trade.ts';
import { amountsIn } from './request-rows.ts';

export interface FactoryDeps extends JudgeDeps {
  readonly offerKeyOf?: ((account: Address) => string | undefined) | undefined;
  readonly context: ChainContext;
  readonly account: Address;
  readonly isInFeed: (digest: string) => Promise<boolean | undefined>;
  readonly earlier: readonly Understanding[];
  readonly explainInner: (inner: Understanding) => Promise<CallMeaning>;
}

const FACTORY_KNOWN: CheckFact = { code: 'factory.known', status: 'passed' };

/** Explains a claim of money that the factory kept after a failed transfer. */
export async function explainClaim(
  { token }: { readonly token: Address },
  { rpc, context, account }: Pick<FactoryDeps, 'rpc' | 'context' | 'account'>,
): Promise<Partial<CallMeaning>> {
  const amount = await readContract(rpc, {
    address: FACTORY_R12,
    abi: optionFactoryAbi,
    functionName: 'claimableTransfers',
    args: [account, token],
  }).catch(() => undefined);
  if (amount === undefined) return { checks: [{ code: 'chain.unread', status: 'warned' }] };
  if (amount === 0n) return { checks: [{ code: 'amount.nothingToClaim', status: 'warned' }] };
  return {
    arrives: [tokenMove(token, amount, context)],
    rows: [amountsIn(token, context).row('claimed', amount)],
  };
}

/**
 * Codes of checks of the account's own money. These checks are left out, because the factory's
 * escrow pays.
 */
const OWN_MEANS: ReadonlySet<string> = new Set<CheckFact['code']>([
  'allowance.enough',
  'allowance.short',
  'allowance.granted',
  'balance.enough',
  'balance.short',
  'allowance.factoryEnough',
  'allowance.factoryShort',
  'balance.requesterEnough',
  'balance.requesterShort',
]);

const withoutMeans = (checks: readonly CheckFact[]) =>
  checks.filter(({ code }) => !OWN_MEANS.has(code));

/** Explains accepting a book's order for a request, as a fill of that order. */
export async function explainAcceptedOrder(
  { id, book, isPinnedBook, order, signature }: Extract<Understanding, { kind: 'accept order' }>,
  deps: FactoryDeps,
): Promise<Partial<CallMeaning>> {
  const referrer = zeroAddress;
  const [inner, request] = await Promise.all([
    inspectFill({
      ...deps,
      client: deps.rpc,
      understanding: { kind: 'fill', book, isPinnedBook, order, signature, referrer },
    }),
    readRequest(deps.rpc, id).catch(() => undefined),
  ]);
  const isOwn = isSameAddress(request?.requester ?? '', deps.account);
  const about: CheckFact | undefined =
    request === undefined
      ? REQUEST_UNREAD
      : isOwn
        ? undefined
        : { code: 'requester.differs', status: 'failed' };
  const refusal =
    inner.refusal ??
    (request === undefined ? { code: 'trade' as const, finding: REQUEST_UNREAD } : undefined);
  return {
    ...inner,
    leaves: [],
    arrives: [],
    rows: [{ label: 'request', value: { kind: 'number', number: id.toString() } }, ...inner.rows],
    checks: [FACTORY_KNOWN, ...(about === undefined ? [] : [about]), ...withoutMeans(inner.checks)],
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** Explains a swap whose tokens the router gives to unknown code, without a minimum amount. */
export async function explainSwapped(
  { router, source, amount, inner }: Extract<Understanding, { kind: 'swap and call' }>,
  { rpc, context, explainInner }: FactoryDeps,
): Promise<Partial<CallMeaning>> {
  const meaning = await explainInner(inner);
  // Inner calls show only their rows, so the fill's highlights become rows.
  const rows = [...(meaning.highlights ?? []), ...meaning.rows];
  const paid = { ...meaning, rows, checks: withoutMeans(meaning.checks), leaves: [] };
  // Without a router, the call only wraps the coin that is sent along.
  if (isSameAddress(router, zeroAddress)) return { checks: [FACTORY_KNOWN], inner: [paid] };
  const isAuthorized = await readContract(rpc, {
    address: FACTORY_R12,
    abi: optionFactoryAbi,
    functionName: 'authorizedRouters',
    args: [router],
  }).catch(() => undefined);
  const routers: readonly CheckFact[] =
    isAuthorized === undefined
      ? [{ code: 'chain.unread', status: 'warned' }]
      : isAuthorized
        ? [{ code: 'router.authorized', status: 'passed' }]
        : [{ code: 'router.notAuthorized', status: 'failed' }];
  const { of, row } = amountsIn(source, context);
  return {
    leaves: [tokenMove(source, amount, context)],
    rows: [
      row('swapped', amount),
      { label: 'router', value: { kind: 'address', address: router } },
    ],
    checks: [FACTORY_KNOWN, ...routers],
    dangers: [{ code: 'trustsRouter', router, amount: of(amount) }],
    inner: [paid],
  };
}
