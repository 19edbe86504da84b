import { i18n } from '#i18n';
import type { DangerFact, PlainDanger, RefusalFact } from '../../shared/approvals/facts/dangers.ts';
import { shortAddress } from '../../shared/format.ts';
import { amountText } from '../ui/numbers.ts';
import { nameOfKnown } from '../ui/receiver-text.ts';
import { wholeAmount } from './describe-amounts.ts';
import { allowanceText, spenderName } from './describe-call.ts';
import { describeCheck } from './describe-check.ts';
import { feeText } from './describe-fees.ts';

const PLAIN = {
  'spender is a person': 'meaning.spenderIsPersonal',
  'option unknown': 'meaning.unknownContractDanger',
  'declines exercise': 'meaning.declineDanger',
  'receiver burns': 'meaning.receiverIsNobodyDanger',
  'meaning unknown': 'meaning.unreadableDanger',
  'not a known book': 'meaning.notABookDanger',
  'premium above payout': 'fill.danger.premiumAbovePayout',
  'loses always': 'fill.danger.losesAlways',
  'payoff differs': 'fill.danger.payoffDiffers',
  'effect unproven': 'meaning.unprovenDanger',
  'would fail': 'meaning.wouldFailDanger',
  unstable: 'meaning.unstableDanger',
} as const satisfies Record<PlainDanger, string>;

/** Returns what the user acknowledges, each danger once. */
export function describeDangers(dangers: readonly DangerFact[]): string[] {
  let sentences: string[] = [];
  for (const danger of dangers) {
    if (danger.code === 'sends coin') sentences = [withCoin(sentences, danger)];
    else sentences.push(dangerText(danger));
  }
  return [...new Set(sentences)];
}

/** Coin that is sent along is named after the other dangers. */
function withCoin(
  before: readonly string[],
  { amount: { wei, coin } }: Extract<DangerFact, { code: 'sends coin' }>,
): string {
  return i18n.t('meaning.dangerTakesCoin', {
    danger:
      before.length === 0
        ? i18n.t('meaning.movesCoinDanger', { coin })
        : [...new Set(before)].join(' '),
    amount: amountText(BigInt(wei), 18),
    coin,
  });
}

function dangerText(danger: Exclude<DangerFact, { code: 'sends coin' }>): string {
  switch (danger.code) {
    case 'looks alike': {
      const values = { name: nameOfKnown(danger.known) };
      return danger.role === 'receiver'
        ? i18n.t('meaning.comparedReceiver', values)
        : i18n.t('meaning.comparedSpender', values);
    }
    case 'could take collectible':
      return i18n.t('meaning.allowItemDanger', {
        operator: shortAddress(danger.operator),
      });
    case 'could take every collectible':
      return i18n.t('meaning.allowAllDanger', {
        operator: shortAddress(danger.operator),
      });
    case 'may take': {
      const values = {
        who: spenderName(danger.spender, danger.isBook),
        what: allowanceText(danger.amount),
      };
      return danger.isUnlimited
        ? i18n.t('meaning.canMove', values)
        : i18n.t('meaning.allowDanger', values);
    }
    case 'gives option away': {
      const values = { target: shortAddress(danger.target) };
      return danger.isBuyer
        ? i18n.t('meaning.giveBuyerDanger', values)
        : i18n.t('meaning.giveSellerDanger', values);
    }
    case 'lets option be taken': {
      const values = { target: shortAddress(danger.target) };
      return danger.isBuyer
        ? i18n.t('meaning.allowBuyerDanger', values)
        : i18n.t('meaning.allowSellerDanger', values);
    }
    case 'receiver is another token':
      return i18n.t('meaning.receiverIsOtherToken', { symbol: danger.symbol });
    case 'trusts router':
      return i18n.t('meaning.routerDanger', {
        router: shortAddress(danger.router),
        amount: wholeAmount(danger.amount),
      });
    case 'bytes after the call':
      return i18n.t('meaning.extraBytesDanger', danger.count);
    case 'unusual fee':
      return i18n.t('meaning.feeDanger', {
        most: feeText(BigInt(danger.most.wei), danger.most.coin),
      });
    default:
      return i18n.t(PLAIN[danger.code]);
  }
}

/** Describes why something can't be confirmed. */
export function describeRefusal(refusal: RefusalFact): string {
  switch (refusal.code) {
    case 'receiver is a token':
      return i18n.t('meaning.receiverIsToken');
    case 'receiver is nobody':
      return i18n.t('meaning.receiverIsNobody');
    case 'not waiting':
      return i18n.t('meaning.noLongerPending');
    case 'fill': {
      const finding =
        refusal.finding === undefined ? '' : (describeCheck(refusal.finding).detail ?? '');
      return i18n.t('fill.refusal', { finding }).trim();
    }
    case 'gas limit too low':
      return i18n.t('meaning.gasLimitTooLow', { least: amountText(BigInt(refusal.least), 0) });
  }
}
