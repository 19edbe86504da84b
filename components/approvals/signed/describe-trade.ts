import { i18n } from '#i18n';
import type {
  CancelledTradesFacts,
  SignedAsset,
  TradeFacts,
} from '../../../shared/approvals/signed/facts.ts';
import type { ChainContext } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import { usdText } from '../../ui/numbers.ts';
import type { ApprovalCheck, ApprovalRow } from '../worded.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { assetText, listText } from './signed-amounts.ts';
import {
  contractCheck,
  deadlineCheck,
  endRow,
  ownerCheck,
  receiverChecks,
} from './signed-checks.ts';

/** A bulk order of more assets than this is summed up in the sentence. */
const MOST_NAMED = 3;

/** Describes a standing order of a marketplace or an exchange. */
export function describeTrade(facts: TradeFacts, context: SignedContext): SignedDescription {
  const receiver = receiverChecks(context);
  const danger = [...dangersOf(facts, context), ...receiver.dangers].join(' ');
  return {
    sentence: sentenceOf(facts, context),
    rows: tradeRows(facts, context),
    checks: [
      contractCheck(facts.venue, facts.isKnownContract),
      ...receiver.checks,
      ...ownerCheck(facts.maker, context),
      ...tokenChecks(facts, context),
      ...worthChecks(context),
      deadlineCheck([facts.end], context),
    ],
    ...(danger === '' ? {} : { danger }),
  };
}

function sentenceOf(facts: TradeFacts, { chain }: SignedContext): string {
  const { venue, count, gives, gets, givenAway, isPricedByContract } = facts;
  const isForNothing = givenAway.length > 0 || gets.length === 0;
  if (count > 1) return i18n.t('signed.offerSeveral', { count, venue });
  const named = (assets: readonly SignedAsset[]) => namedAssets(assets, chain);
  if (isForNothing) {
    return i18n.t('signed.giveAway', { gives: named(gives), venue });
  }
  if (isPricedByContract) return i18n.t('signed.offerUnpriced', { gives: named(gives), venue });
  return i18n.t('signed.offer', { gives: named(gives), gets: named(gets), venue });
}

/** Returns true when nothing that is received is worth anything for sure. */
function isWorthUnknown({ gives, gets }: TradeFacts, chain: ChainContext): boolean {
  const isUnknown = ({ standard, token = '' }: SignedAsset) =>
    standard === 'collectible' || (standard === 'erc20' && chain.tokenAt(token) === undefined);
  return gives.some((asset) => !isBidIn(asset, chain)) && gets.length > 0 && gets.every(isUnknown);
}

/** Coins and known tokens are what people pay with: a bid for a collectible is usual. */
function isBidIn({ standard, token = '' }: SignedAsset, chain: ChainContext): boolean {
  return standard === 'coin' || (standard === 'erc20' && chain.tokenAt(token) !== undefined);
}

function namedAssets(assets: readonly SignedAsset[], chain: ChainContext): string {
  return assets.length > MOST_NAMED
    ? i18n.t('signed.assets', { count: assets.length })
    : listText(assets.map((asset) => assetText(asset, chain)));
}

function tradeRows({ gives, gets, othersGet, end }: TradeFacts, { chain }: SignedContext) {
  const rowFor = (label: string, asset: SignedAsset): ApprovalRow => ({
    label,
    value: assetText(asset, chain),
    ...(asset.token === undefined ? {} : { full: asset.token }),
  });
  return [
    ...gives.map((asset) => rowFor(i18n.t('signed.youGive'), asset)),
    ...gets.map((asset) => rowFor(i18n.t('signed.youGet'), asset)),
    ...othersGet.map((asset) =>
      rowFor(i18n.t('signed.othersGet', { who: shortAddress(asset.recipient) }), asset),
    ),
    endRow(end),
  ];
}

/** Warns of tokens to be received that Condor doesn't know: anyone can make one of any name. */
function tokenChecks({ gets }: TradeFacts, { chain }: SignedContext): ApprovalCheck[] {
  const isUnknown = gets.some(
    ({ standard, token = '' }) => standard === 'erc20' && chain.tokenAt(token) === undefined,
  );
  if (!isUnknown) return [];
  return [
    {
      label: i18n.t('signed.youGet'),
      status: 'warned',
      detail: i18n.t('signed.unknownTokenReceived'),
    },
  ];
}

/** Compares a trade with Condor's own prices, unless that is a danger. */
function worthChecks({ view: { worth } }: SignedContext): ApprovalCheck[] {
  if (worth === undefined || (worth.kind === 'compared' && worth.isFarBelow)) return [];
  const label = i18n.t('signed.tradePrice');
  if (worth.kind === 'noPrices') {
    return [{ label, status: 'warned', detail: i18n.t('signed.tradeNotCompared') }];
  }
  const { given, received } = worth;
  const values = { given: usdText(BigInt(given)), received: usdText(BigInt(received)) };
  return [{ label, status: 'passed', detail: i18n.t('signed.tradeCompared', values) }];
}

function worthDangers({ view: { worth } }: SignedContext): string[] {
  if (worth?.kind !== 'compared' || !worth.isFarBelow) return [];
  const { given, received } = worth;
  const values = { given: usdText(BigInt(given)), received: usdText(BigInt(received)) };
  return [i18n.t('signed.farBelowDanger', values)];
}

function dangersOf(facts: TradeFacts, context: SignedContext): string[] {
  const { chain } = context;
  const { receiver, isKnownContract, isPricedByContract, givenAway, venue } = facts;
  const named = (assets: readonly SignedAsset[]) => namedAssets(assets, chain);
  return [
    ...(givenAway.length > 0 && receiver === undefined
      ? [i18n.t('signed.giveAwayDanger', { gives: named(givenAway) })]
      : []),
    ...(receiver === undefined
      ? []
      : [i18n.t('signed.otherReceiverDanger', { who: shortAddress(receiver) })]),
    ...(isPricedByContract ? [i18n.t('signed.pricedByContractDanger')] : []),
    ...(givenAway.length === 0 && isWorthUnknown(facts, chain)
      ? [i18n.t('signed.unknownWorthDanger', { gives: named(facts.gives) })]
      : []),
    ...worthDangers(context),
    ...(isKnownContract
      ? []
      : [i18n.t('signed.otherVenueDanger', { venue, gives: named(facts.gives) })]),
  ];
}

/** Describes a cancellation, which moves nothing. */
export function describeCancelledTrades({
  venue,
  count,
  isKnownContract,
}: CancelledTradesFacts): SignedDescription {
  return {
    sentence: i18n.t('signed.cancelOrders', count),
    rows: [],
    checks: [contractCheck(venue, isKnownContract)],
    ...(isKnownContract ? {} : { danger: i18n.t('signed.unknownDanger') }),
  };
}
