import type { Address } from 'viem';
import { receiversIn } from '../../../../shared/activity/receivers.ts';
import { PHISHING_LIST_URL } from '../../../../shared/approvals/phishing-list.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { knownAddresses } from '../../../../shared/chain/receiver.ts';
import { CondorError } from '../../../../shared/errors.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import type { Commands, Feature } from '../../kernel/feature.ts';
import { stored } from '../../kernel/stored.ts';
import { createModelValue } from '../../market/model-value.ts';
import type { Market } from '../../orders/index.ts';
import { systemWait } from '../../platform/clock.ts';
import type { PositionParts } from '../../positions/index.ts';
import type { Core } from '../../procedures/index.ts';
import { createDraftFees } from '../sending/draft-fees.ts';
import { approvalCommands } from './commands.ts';
import type { OptionDelivery } from './explain-allowance.ts';
import { createExplanation } from './explanation.ts';
import { inspectRequest, unexplained } from './inspect.ts';
import { phishingKeys } from './keys.ts';
import { createPhishingList } from './phishing.ts';
import { createWeeklyRefresh, PHISHING_ALARM } from './phishing-weekly.ts';

/** Maximum milliseconds to wait for prices when a trade is explained. */
const SPOTS_MS = 1_500;

class PhishingSourceError extends CondorError<'badSource'> {}

/** Creates the explanation of requests and the list of phishing sites. */
export function createExplanations(
  core: Core,
  market: Market,
  { indexer, positions }: PositionParts,
) {
  const {
    activity,
    approvals,
    areas,
    events,
    outgoing,
    platform,
    rpcOf,
    session,
    settings,
    wallets,
  } = core;
  const { alarms, clock, fetch } = platform;
  const { feed, spots } = market;
  const phishing = createPhishingList({
    loadBundled: platform.loadPhishingList,
    stored: stored(areas, phishingKeys.phishingList),
    storedAt: stored(areas, phishingKeys.phishingListAt),
    outgoing,
    source: () => settings.get().phishingRefresh?.source ?? PHISHING_LIST_URL,
    fetch,
    clock,
    onChange: () => events.emit('changed'),
  });
  const weeklyRefresh = createWeeklyRefresh({
    alarms,
    clock,
    triedAt: stored(areas, phishingKeys.phishingTriedAt),
    isOn: () => settings.get().phishingRefresh?.isWeekly ?? true,
    refreshedAt: () => phishing.view().refreshedAt,
    refresh: phishing.refresh,
  });
  const inspect = {
    ...core,
    clock,
    accounts: wallets.accounts,
    permitted: core.sites.visibleTo,
    isPhishing: phishing.has,
    spotOf: spots.spotOf,
    refreshSpots: () => Promise.race([spots.refresh(), systemWait(SPOTS_MS)]),
    isInFeed: feed.has,
    recordOf: indexer.option,
    modelValue: createModelValue({ ...market, clock, wait: systemWait }),
    offerKeyOf(account: Address) {
      try {
        return core.signer.offerPublicKey(account);
      } catch {
        // The wallet is locked, or the account has no key.
        return undefined;
      }
    },
    known() {
      const state = session.state();
      return knownAddresses({
        contacts: state.status === 'unlocked' ? state.payload.contacts : [],
        accounts: wallets.accounts(),
        receivers: receiversIn(activity.all()),
      });
    },
    deliveryOf: createOptionDelivery(positions),
    ...createDraftFees({ activity, rpcOf, wait: systemWait }),
  };
  const explanation = createExplanation({
    ...core,
    clock,
    wait: systemWait,
    inspect: (draft, read, shown) => inspectRequest({ ...inspect, feed }, draft, read, shown),
    unexplained: (draft, known) => unexplained(inspect, draft, known),
  });
  /** A simulation that is remembered before the stored simulations are loaded would be lost. */
  let isLoaded = false;
  events.on({
    approvalsChanged: () => isLoaded && explanation.update(),
    vaultChanged: () => isLoaded && explanation.repeat(),
  });
  const commands: Commands<'approvals' | 'phishing'> = {
    ...approvalCommands({ ...core, repeated: explanation.repeated }),
    async 'phishing.refresh'() {
      await phishing.refresh();
      await weeklyRefresh.plan();
    },
    async 'phishing.setRefresh'({ isWeekly, source }) {
      const isHttps = URL.canParse(source) && new URL(source).protocol === 'https:';
      if (!isHttps)
        throw new PhishingSourceError('badSource', 'The address of the list needs https.');
      await settings.write({ phishingRefresh: { isWeekly, source } });
      await weeklyRefresh.plan();
    },
  };
  return {
    commands,
    view() {
      const open = approvals.open();
      const { isWeekly = true, source = PHISHING_LIST_URL } = settings.get().phishingRefresh ?? {};
      return {
        approvalIds: open.map((draft) => draft.id),
        hasNoWindow: approvals.hasNoWindow(),
        waitingSites: [
          ...new Set(open.flatMap(({ requester }) => (requester.own ? [] : [requester.origin]))),
        ],
        slowedSites: approvals.slowedSites(),
        phishingList: { ...phishing.view(), isWeekly, source },
      };
    },
    load: () => Promise.all([phishing.load(), core.recheck.load()]),
    topics: { approval: explanation.watch },
    resume() {
      isLoaded = true;
      explanation.update();
      // The browser may have dropped its alarms.
      weeklyRefresh.plan().catch(() => undefined);
    },
    alarms: { [PHISHING_ALARM]: weeklyRefresh.ring },
  } satisfies Feature;
}

/** Recognizes an allowance of exactly the amount that exercising the account's own option takes. */
function createOptionDelivery(deps: {
  deliveryTo: (
    account: string,
    allowance: { option: string; token: string; amount: bigint },
  ) => PositionRow | undefined;
}) {
  return (found: Understanding, account: string): OptionDelivery | undefined => {
    if (found.kind !== 'approve') return undefined;
    const { spender: option, token, amount } = found;
    const row = deps.deliveryTo(account, { option, token, amount });
    const until = row?.delivery?.until;
    if (row === undefined || until === undefined || row.token.symbol === undefined)
      return undefined;
    const { decimals, symbol, address } = row.token;
    return {
      gets: { token: { address, symbol, decimals }, units: row.collateral.toString() },
      until,
    };
  };
}
