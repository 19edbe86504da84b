import { type Address, concat, encodeFunctionData } from 'viem';
import { BudgetError } from '../../../../shared/approvals/budget.ts';
import type { ReadRequest } from '../../../../shared/approvals/read-request.ts';
import type { ApprovalDraft, ApprovalEnd } from '../../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../../shared/approvals/understand.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import type { ApprovalView } from '../../../../shared/messages/approval-view.ts';
import type { Wait } from '../../../../shared/ports.ts';
import { siteOf } from '../../../../shared/site-of.ts';
import type { Simulation } from '../../chain/simulate.ts';
import type { BlockedSites } from '../../kernel/blocked-sites.ts';
import type { Commands } from '../../kernel/feature.ts';
import type { OrdersFeed } from '../../orders/feed.ts';
import type { Approvals } from '../approvals.ts';
import { markOf, type Recheck, type Simulated } from '../recheck.ts';
import type { RequestReader } from '../request-reader.ts';
import { type InspectDeps, inspectDraft, type Shown, unexplained } from './inspect.ts';
import { createTimedInspection, UnansweredError } from './timed-inspection.ts';

interface Inspected {
  readonly view: ApprovalView;
  readonly simulated: Simulated | undefined;
}

export function approvalCommands(deps: {
  approvals: Approvals;
  blockedSites: BlockedSites;
  inspect: InspectDeps;
  recheck: Recheck;
  requestReader: Pick<RequestReader, 'read'>;
  wait: Wait;
  /** Read first, so that the card can show whether the quote is live. */
  feed: Pick<OrdersFeed, 'fresh'>;
}): Commands<'approvals'> {
  const { approvals, recheck } = deps;
  const timed = createTimedInspection<Inspected>({ wait: deps.wait, clock: deps.inspect.clock });

  async function inspect(
    draft: ApprovalDraft,
    found: ReadRequest,
    shown: Shown,
  ): Promise<Inspected> {
    // The card reports a feed that is down as "could not be read".
    if (mayFill(found)) await deps.feed.fresh().catch(() => undefined);
    let simulated: Simulated | undefined;
    const onSimulated = (simulation: Simulation) => {
      simulated = { simulation, at: deps.inspect.clock.now() };
    };
    const view = await inspectDraft({ ...deps.inspect, onSimulated }, draft, shown, found);
    return { view, simulated };
  }

  /** Throws BudgetError or UnansweredError for a request that can't be explained. */
  async function viewOf(draft: ApprovalDraft): Promise<ApprovalView> {
    const { id } = draft;
    const open = approvals.open();
    const index = open.findIndex((candidate) => candidate.id === id) + 1;
    const found = await deps.requestReader.read(draft);
    const shown = { position: { index, count: open.length }, mark: markOf(draft.request) };
    const asked = { id, mark: shown.mark, open };
    const inspected = await timed.run(asked, () => inspect(draft, found, shown));
    if (inspected === undefined)
      return unexplained(deps.inspect, draft, { shown, read: found, isLate: timed.isLate(asked) });
    const { view, simulated } = inspected;
    // A late simulation isn't remembered before the window shows it.
    if (simulated !== undefined) recheck.remember(draft, simulated);
    return { ...view, position: shown.position };
  }

  return {
    async 'approvals.view'({ id }) {
      const draft = approvals.find(id);
      if (draft === undefined) return null;
      try {
        return await viewOf(draft);
      } catch (error) {
        const reason = endFor(error);
        if (reason === undefined) throw error;
        await approvals.endAll(reason, (open) => open.id === id);
        return null;
      }
    },
    'approvals.show': () => approvals.showMissing(),
    async 'approvals.decide'({ id, mark, choice }) {
      const draft = approvals.find(id);
      if (draft !== undefined && choice.kind !== 'reject') {
        recheck.requireShown(draft, mark);
        if (choice.kind === 'send') await recheck.requireUnchanged(draft, choice.fee);
        // Another window can have edited the request while it was inspected.
        recheck.requireShown(approvals.find(id) ?? draft, mark);
      }
      await approvals.decide(id, choice);
    },
    'approvals.rejectAll': () => approvals.endAll('rejected'),
    async 'approvals.blockSite'({ id }) {
      const { requester } = approvals.find(id) ?? {};
      if (requester === undefined || requester.own) return;
      await deps.blockedSites.block(siteOf(requester.origin));
      await approvals.endBlocked(requester);
    },
    async 'approvals.setAllowance'({ id, amount }) {
      const draft = approvals.find(id);
      if (draft !== undefined) await approvals.amend(id, withAllowance(draft, BigInt(amount)));
    },
  };
}

/** Returns why a request ends that can't be explained. */
function endFor(error: unknown): ApprovalEnd | undefined {
  if (error instanceof BudgetError) return 'unexplained';
  return error instanceof UnansweredError ? 'network silent' : undefined;
}

function mayFill(found: ReadRequest): boolean {
  return found.kind === 'calls' && found.calls.some(isFill);
}

function isFill(found: Understanding): boolean {
  if (found.kind === 'batch') return found.calls.some(({ call }) => isFill(call));
  return found.kind === 'fill';
}

/** Returns the same approval for another amount in base units; other requests stay as they are. */
function withAllowance({ request, chainId }: ApprovalDraft, amount: bigint) {
  if (request.kind !== 'transaction') return request;
  const understanding = understandTransaction(request.transaction, chainId);
  if (understanding.kind !== 'approve') return request;
  const args: readonly [Address, bigint] = [understanding.spender, amount];
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
  const { tail } = understanding;
  const data = tail?.kind === 'attribution' ? concat([call, tail.suffix]) : call;
  return { ...request, transaction: { ...request.transaction, data } };
}
