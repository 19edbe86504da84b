import type { Address } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { createSentCalls } from '../approvals/sending/sent-calls.ts';
import type { Commands, Feature } from '../kernel/feature.ts';
import { stored } from '../kernel/stored.ts';
import { storedRows } from '../kernel/stored-rows.ts';
import { createFeedMakers } from '../market/backed-quotes.ts';
import type { Market } from '../orders/index.ts';
import { systemWait } from '../platform/clock.ts';
import type { PositionParts } from '../positions/index.ts';
import type { Core } from '../procedures/index.ts';
import { AskRowSchema, createAsks } from './asks.ts';
import { quotationCommands } from './commands.ts';
import { quotationsKeys } from './keys.ts';
import { createQuotationNotices, QUOTATION_ALARM } from './notices.ts';
import { createOneRequest } from './one-request.ts';
import { createOwnRequests } from './own-requests.ts';
import { createQuotations } from './quotations.ts';

/** Creates the requests to makers, and the actions of positions. A request can block an action. */
export function createQuotationParts(
  core: Core,
  { checks, feed, spots }: Market,
  { commandsWith, indexer, lastOffers, onClosed, positions }: PositionParts,
) {
  const { activity, areas, callParts, client, platform, procedures, wallets } = core;
  const { alarms, clock, notify } = platform;
  const sentCalls = createSentCalls(activity);
  const oneRequest = createOneRequest({
    client,
    procedures,
    sentCalls,
    accounts: wallets.accounts,
  });
  const ownRequests = createOwnRequests({
    stored: stored(areas, quotationsKeys.ownRequests),
    client,
  });
  const quotations = createQuotations({
    ...{ client, clock, indexer, oneRequest, own: core.own, ownRequests, signer: core.signer },
    isKnownMaker: createFeedMakers({ last: feed.last, checks }),
    wait: systemWait,
    spotOf: spots.spotOf,
    onOffer: lastOffers.keep,
    onOpened: positions.onConfirmed,
    onClosed,
  });
  const notices = createQuotationNotices({
    stored: stored(areas, quotationsKeys.quotationNotices),
    alarms,
    clock,
    read: (account) => quotations.read(account as Address),
    ownRequests,
    notify,
  });
  const asks = createAsks({
    ...{ ...callParts, oneRequest, sentCalls },
    ...{ closing: quotations.closing, opening: quotations.opening },
    answerCall: quotations.answerCall,
    stored: storedRows(areas, quotationsKeys.asked, AskRowSchema),
  });
  const commands: Commands<'positions' | 'quotations'> = {
    ...commandsWith(asks),
    ...quotationCommands({ asks, notices, positions, quotations, wallets }),
  };
  return {
    ownRequests,
    commands,
    load: () => Promise.all([notices.load(), ownRequests.load()]),
    settled({ account, chainId, hash, status }) {
      if (status === 'confirmed' && chainId === CHAIN_ID)
        void notices.onConfirmed(account, hash).catch(() => undefined);
    },
    alarms: { [QUOTATION_ALARM]: notices.ring },
    pageOf: notices.pageOf,
  } satisfies Feature;
}
