import type { ApprovalDraft } from '../../../shared/approvals/types.ts';
import type { ApprovalView, NetworkFact } from '../../../shared/approvals/view.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { createCodeReader } from '../chain/code-at.ts';
import type { Networks } from '../state/networks.ts';
import { inspectMessage } from './inspect-message.ts';
import { type InspectTransactionDeps, inspectTransaction } from './inspect-transaction.ts';
import { inspectTypedData } from './inspect-typed-data.ts';
import { privateHosts } from './private-endpoints.ts';

export interface InspectDeps extends InspectTransactionDeps {
  readonly networks: Networks;
  readonly accounts: () => readonly { address: string; name: string }[];
  readonly selected: () => string | undefined;
  /** Accounts that the site may already see. */
  readonly permitted: (origin: string) => readonly string[];
  readonly isPhishing: (host: string) => Promise<boolean>;
}

type Shown = Pick<ApprovalView, 'position' | 'mark'>;

/** Builds what the approval window shows from the stored draft and the chain. */
export async function inspectDraft(
  deps: InspectDeps,
  draft: ApprovalDraft,
  shown: Shown,
): Promise<ApprovalView> {
  const { request, chainId } = draft;
  const common = { ...(await asker(deps, draft)), id: draft.id, ...shown };
  switch (request.kind) {
    case 'unlock':
      return { ...common, kind: 'unlock' };
    case 'connect':
      return { ...common, kind: 'connect', ...connectChoice(deps, draft, request.only) };
    case 'switch_chain':
      return {
        ...common,
        kind: 'switch_chain',
        from: networkFact(deps, chainId),
        to: networkFact(deps, request.to),
        newHosts: newHostsOf(deps.networks, request.to),
      };
    case 'add_chain':
      return {
        ...common,
        kind: 'add_chain',
        offered: request.network,
        privateHosts: privateHosts(request.network.rpcUrls),
      };
    case 'watch_collectible':
      return { ...common, kind: 'watch_collectible', item: request.item };
    case 'watch_asset':
      return { ...common, kind: 'watch_asset', token: request.token };
    case 'personal_sign':
      return {
        ...common,
        ...signing(deps, request.account),
        kind: 'personal_sign',
        ...inspectMessage({ draft, request, now: deps.clock.now() }),
      };
    case 'typed_data':
      return {
        ...common,
        ...signing(deps, request.account),
        kind: 'typed_data',
        ...(await inspectTypedData(request, {
          chainId,
          coin: deps.networks.coinOf(chainId),
          now: unixSeconds(Math.floor(deps.clock.now() / 1000)),
          known: deps.known?.() ?? [],
          codeAt: createCodeReader(deps.rpcOf(chainId)),
        })),
      };
    case 'transaction':
    case 'calls':
      return {
        ...common,
        ...signing(deps, request.account),
        kind: 'transaction',
        ...(await inspectTransaction(deps, draft, request)),
      };
  }
}

async function asker(deps: InspectDeps, draft: ApprovalDraft) {
  const { origin, own, topOrigin } = draft.requester;
  const network = networkFact(deps, draft.chainId);
  if (own) return { isPhishing: false, network };
  const host = URL.canParse(origin) ? new URL(origin).hostname : origin;
  const topHost =
    topOrigin !== undefined && URL.canParse(topOrigin) ? new URL(topOrigin).hostname : host;
  return {
    origin,
    network,
    isPhishing: (await deps.isPhishing(host)) || (await deps.isPhishing(topHost)),
    ...(topOrigin === undefined ? {} : { topOrigin }),
  };
}

function connectChoice(
  deps: InspectDeps,
  draft: ApprovalDraft,
  only: readonly string[] | undefined,
) {
  const all = deps.accounts();
  const accounts =
    only === undefined
      ? all
      : all.filter(({ address }) => only.some((one) => isSame(one, address)));
  const permitted = deps.permitted(draft.requester.origin);
  const selected = deps.selected();
  const first = permitted.length > 0 ? permitted : selected === undefined ? [] : [selected];
  const chosen = accounts.map(({ address }) => address).filter((one) => first.includes(one));
  return { accounts, chosen };
}

function signing(deps: InspectDeps, account: string) {
  const name = deps.accounts().find(({ address }) => isSame(address, account))?.name;
  return { account, ...(name === undefined ? {} : { accountName: name }) };
}

function networkFact({ networks }: InspectDeps, chainId: number): NetworkFact {
  const name = networks.find(chainId)?.name;
  return { chainId, ...(name === undefined ? {} : { name }) };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Hosts that the wallet would start to contact; none when the network is already in use. */
function newHostsOf(networks: Pick<Networks, 'isInUse' | 'rpcUrls'>, chainId: number): string[] {
  if (networks.isInUse(chainId)) return [];
  return networks.rpcUrls(chainId).map((url) => new URL(url).host);
}
