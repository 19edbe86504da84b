import type { Address } from 'viem';
import { asOwnBatch } from '../../../../shared/approvals/batch.ts';
import { callOf } from '../../../../shared/approvals/facts/call-of.ts';
import type { PlainRequest, ReadRequest } from '../../../../shared/approvals/read-request.ts';
import type { ApprovalDraft } from '../../../../shared/approvals/types.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { chainContext } from '../../../../shared/chain/chain-context.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { ApprovalView, NetworkFact } from '../../../../shared/messages/approval-view.ts';
import { isPrivateHost } from '../../../../shared/private-hosts.ts';
import { secondsOf } from '../../../../shared/units.ts';
import { readAccountCode } from '../../chain/account-code.ts';
import { createCodeReader, inTime } from '../../chain/code-at.ts';
import type { Simulation } from '../../chain/simulate.ts';
import type { Networks } from '../../kernel/networks.ts';
import type { OrdersFeed } from '../../market/feed/feed.ts';
import type { Simulated } from '../recheck.ts';
import { type InspectTransactionDeps, inspectTransaction } from './inspect-transaction.ts';
import { inspectTypedData } from './inspect-typed-data.ts';

export interface InspectDeps extends InspectTransactionDeps, ConnectDeps {
  readonly networks: Networks;
  readonly isPhishing: (host: string) => Promise<boolean>;
  /** Reads the spot prices if they are old, within a time limit. Never rejects. */
  readonly refreshSpots: () => Promise<void>;
}

/**
 * Maximum milliseconds to wait for the account's own code, so that a slow node doesn't delay the
 * window of a message.
 */
const OWN_CODE_MS = 500;

export type Shown = Pick<ApprovalView, 'position' | 'mark'>;

export interface Inspected {
  readonly view: ApprovalView;
  readonly simulated?: Simulated | undefined;
}

/** Inspects a request and simulates it. The simulation is compared again before signing. */
export async function inspectRequest(
  deps: InspectDeps & { readonly feed: Pick<OrdersFeed, 'fresh'> },
  draft: ApprovalDraft,
  read: ReadRequest,
  shown: Shown,
): Promise<Inspected> {
  // The feed is read first, so that the card can show whether the feed still has the quote. When
  // the feed is down, the card says that the feed couldn't be read.
  if (mayFill(read)) await deps.feed.fresh().catch(() => undefined);
  let simulated: Simulated | undefined;
  const onSimulated = (simulation: Simulation) => {
    simulated = { simulation, at: deps.clock.now() };
  };
  const view = await inspectDraft({ ...deps, onSimulated }, draft, shown, read);
  return { view, simulated };
}

function mayFill(found: ReadRequest): boolean {
  return found.kind === 'calls' && found.calls.some(isFill);
}

function isFill(found: Understanding): boolean {
  if (found.kind === 'batch') return found.calls.some(({ call }) => isFill(call));
  return found.kind === 'fill';
}

/** Builds the approval window's content from the stored draft and the chain. */
export async function inspectDraft(
  deps: InspectDeps,
  draft: ApprovalDraft,
  shown: Shown,
  read: ReadRequest,
): Promise<ApprovalView> {
  const { chainId } = draft;
  const common = { ...(await asker(deps, draft)), id: draft.id, ...shown };
  switch (read.kind) {
    case 'plain':
      return { ...common, ...inspectPlain(deps, draft, read.request) };
    case 'personal_sign':
      return {
        ...common,
        ...nameOf(deps, read.account),
        ...(await ownCode(deps, chainId, read.account)),
        ...read,
      };
    case 'typed_data': {
      const [code, inspected] = await Promise.all([
        ownCode(deps, chainId, read.account),
        inspectTypedData(read, {
          chainId,
          coin: deps.networks.coinOf(chainId),
          now: secondsOf(deps.clock.now()),
          known: deps.known?.() ?? [],
          codeAt: createCodeReader(deps.rpcOf(chainId)),
          rpc: deps.rpcOf(chainId),
          recordOf: deps.recordOf,
          modelValue: deps.modelValue,
          async readNames(tokens) {
            await deps.tokenNames.read(deps.rpcOf(chainId), chainId, tokens);
            return deps.tokenNames.known(chainId);
          },
          spotOf: deps.spotOf,
          refreshSpots: deps.refreshSpots,
        }),
      ]);
      return {
        ...common,
        ...signing(deps, read.account),
        ...code,
        kind: 'typed_data',
        ...inspected,
      };
    }
    case 'calls':
      return {
        ...common,
        ...signing(deps, read.request.account),
        kind: 'transaction',
        ...(await inspectTransaction(deps, draft, read)),
      };
  }
}

function inspectPlain(deps: InspectDeps, draft: ApprovalDraft, request: PlainRequest) {
  switch (request.kind) {
    case 'unlock':
      return { kind: 'unlock' as const };
    case 'connect':
      return {
        kind: 'connect' as const,
        ...connectChoice(deps, draft.requester.origin, request.only),
      };
    case 'switch_chain':
      return {
        kind: 'switch_chain' as const,
        from: networkFact(deps, draft.chainId),
        to: networkFact(deps, request.to),
        newHosts: newHostsOf(deps.networks, request.to),
      };
    case 'add_chain':
      return {
        kind: 'add_chain' as const,
        offered: request.network,
        privateHosts: privateHosts(request.network.rpcUrls),
      };
    case 'watch_asset':
      return { kind: 'watch_asset' as const, token: request.token };
  }
}

/** Shows the requester and the meaning of the calls' bytes until nodes have answered. */
export function unexplained(
  deps: InspectDeps,
  draft: ApprovalDraft,
  { shown, read, isLate }: { shown: Shown; read: ReadRequest; isLate: boolean },
): ApprovalView {
  const common = { ...requesterOf(deps, draft), isPhishing: false, id: draft.id, ...shown };
  return {
    ...common,
    kind: 'unexplained',
    ...(read.kind === 'calls' ? { calls: callsIn(deps, draft.chainId, read) } : {}),
    ...(isLate ? { isLate } : {}),
  };
}

function callsIn(
  { networks, tokenNames }: InspectDeps,
  chainId: number,
  { calls, request }: Extract<ReadRequest, { kind: 'calls' }>,
) {
  const context = chainContext(chainId, networks.coinOf(chainId), tokenNames.known(chainId));
  const { account } = request;
  return calls.map((call) => callOf(asOwnBatch(call, account as Address), context, account));
}

function requesterOf(deps: InspectDeps, { requester, chainId }: ApprovalDraft) {
  const { origin, own, topOrigin } = requester;
  const network = networkFact(deps, chainId);
  if (own) return { network };
  return { network, origin, ...(topOrigin === undefined ? {} : { topOrigin }) };
}

async function asker(deps: InspectDeps, draft: ApprovalDraft) {
  const requester = requesterOf(deps, draft);
  const { origin, topOrigin } = draft.requester;
  if (draft.requester.own) return { ...requester, isPhishing: false };
  const host = URL.canParse(origin) ? new URL(origin).hostname : origin;
  const topHost =
    topOrigin !== undefined && URL.canParse(topOrigin) ? new URL(topOrigin).hostname : host;
  return {
    ...requester,
    isPhishing: (await deps.isPhishing(host)) || (await deps.isPhishing(topHost)),
  };
}

function signing(deps: InspectDeps, account: string) {
  return { account, ...nameOf(deps, account) };
}

/** Reads unknown code of the account itself (EIP-7702). */
async function ownCode(deps: InspectDeps, chainId: number, account: string) {
  const reading = readAccountCode(deps.rpcOf(chainId), account);
  const code = await inTime(
    reading.catch(() => undefined),
    { timeoutMs: OWN_CODE_MS },
  );
  return code?.kind === 'foreign' ? { runsCode: true as const } : {};
}

function nameOf(deps: InspectDeps, account: string) {
  const name = deps.accounts().find(({ address }) => isSameAddress(address, account))?.name;
  return name === undefined ? {} : { accountName: name };
}

function networkFact({ networks }: InspectDeps, chainId: number): NetworkFact {
  const { name, explorerUrl } = networks.find(chainId) ?? {};
  return {
    chainId,
    ...(name === undefined ? {} : { name }),
    ...(explorerUrl === undefined ? {} : { explorerUrl }),
  };
}

/** Returns the hosts that the wallet would start to contact; none for a network in use. */
function newHostsOf(networks: Pick<Networks, 'isInUse' | 'rpcUrls'>, chainId: number): string[] {
  if (networks.isInUse(chainId)) return [];
  return networks.rpcUrls(chainId).map((url) => new URL(url).host);
}

interface ConnectDeps {
  readonly accounts: () => readonly { address: string; name: string }[];
  readonly selected: () => string | undefined;
  readonly permitted: (origin: string) => readonly string[];
}

/**
 * Returns the accounts to which a site can be connected, and which accounts are preselected. If the
 * site asks for certain accounts (`only`), other accounts are offered only if the vault has none of
 * these.
 */
export function connectChoice(
  deps: ConnectDeps,
  origin: string,
  only: readonly string[] | undefined,
) {
  const all = deps.accounts();
  const isAsked = (address: string) => only?.some((one) => isSameAddress(one, address)) ?? false;
  const wanted = all.filter(({ address }) => isAsked(address));
  const missing =
    only?.filter((one) => !all.some(({ address }) => isSameAddress(one, address))) ?? [];
  const accounts = wanted.length > 0 ? wanted : all;
  const offered = accounts.map(({ address }) => address);
  return { accounts, chosen: preselected(), missing };

  function preselected(): string[] {
    // Only accounts that the site asks for are preselected.
    if (only !== undefined && wanted.length < 2) return wanted.map(({ address }) => address);
    const permitted = deps.permitted(origin);
    const selected = deps.selected();
    const first = permitted.length > 0 ? permitted : selected === undefined ? [] : [selected];
    return offered.filter((one) => first.includes(one));
  }
}

/** Returns the hosts that the wallet would contact in the user's own network. */
export function privateHosts(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => new URL(url).hostname).filter(isPrivateHost))];
}
