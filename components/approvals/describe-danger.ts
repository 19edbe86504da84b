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
  'spender is a person': 'approving.spenderIsPersonal',
  'option unknown': 'approving.iUnderstandThatCondorDoes',
  'declines exercise': 'approving.iDecline',
  'receiver burns': 'approving.receiverIsNobodyDanger',
  'meaning unknown': 'approving.iUnderstandNothing',
  'not a known book': 'approving.iUnderstandThatThisIsNoBook',
  'premium above payout': 'fill.danger.premiumAbovePayout',
  'loses always': 'fill.danger.losesAlways',
  'would fail': 'approving.iSendItAlthoughRefused',
  unstable: 'approving.unstableDanger',
} as const satisfies Record<PlainDanger, string>;

/** Joins dangers, each once, into what the user acknowledges; undefined without any. */
export function describeDangers(dangers: readonly DangerFact[]): string | undefined {
  let sentences: string[] = [];
  for (const danger of dangers) {
    if (danger.code === 'sends coin') sentences = [withCoin(sentences, danger)];
    else sentences.push(dangerText(danger));
  }
  return sentences.length === 0 ? undefined : [...new Set(sentences)].join(' ');
}

/** Coin that goes along is named after what else is dangerous. */
function withCoin(
  before: readonly string[],
  { amount: { wei, coin } }: Extract<DangerFact, { code: 'sends coin' }>,
): string {
  return i18n.t('approving.itTakes', {
    danger:
      before.length === 0
        ? i18n.t('approving.thisMoves', { coin })
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
        ? i18n.t('approving.comparedReceiver', values)
        : i18n.t('approving.comparedSpender', values);
    }
    case 'could take collectible':
      return i18n.t('approving.couldTakeThisCollectibleWhenever', {
        operator: shortAddress(danger.operator),
      });
    case 'could take every collectible':
      return i18n.t('approving.couldTakeEveryCollectibleOf', {
        operator: shortAddress(danger.operator),
      });
    case 'may take': {
      const values = {
        who: spenderName(danger.spender, danger.isBook),
        what: allowanceText(danger.amount),
      };
      return danger.isUnlimited
        ? i18n.t('approving.canMove', values)
        : i18n.t('approving.iLetTakeWheneverIt', values);
    }
    case 'option may keep':
      return i18n.t('approving.ownOptionOfTrustedBookDanger', {
        what: wholeAmount(danger.amount),
      });
    case 'gives option away': {
      const values = { target: shortAddress(danger.target) };
      return danger.isBuyer
        ? i18n.t('approving.iGiveBuyer', values)
        : i18n.t('approving.iGiveSeller', values);
    }
    case 'lets option be taken': {
      const values = { target: shortAddress(danger.target) };
      return danger.isBuyer
        ? i18n.t('approving.mayTakeBuyer', values)
        : i18n.t('approving.mayTakeSeller', values);
    }
    case 'receiver is another token':
      return i18n.t('approving.receiverIsOtherToken', { symbol: danger.symbol });
    case 'trusts router':
      return i18n.t('approving.iTrustTheRouterWith', {
        router: shortAddress(danger.router),
        amount: wholeAmount(danger.amount),
      });
    case 'unusual fee':
      return i18n.t('approving.feeDanger', {
        most: feeText(BigInt(danger.most.wei), danger.most.coin),
      });
    default:
      return i18n.t(PLAIN[danger.code]);
  }
}

/** Says why something can't be confirmed at all. */
export function describeRefusal(refusal: RefusalFact): string {
  switch (refusal.code) {
    case 'receiver is a token':
      return i18n.t('approving.receiverIsToken');
    case 'receiver is nobody':
      return i18n.t('approving.receiverIsNobody');
    case 'not waiting':
      return i18n.t('approving.theTransactionIsNotWaiting');
    case 'fill': {
      const finding =
        refusal.finding === undefined ? '' : (describeCheck(refusal.finding).detail ?? '');
      return i18n.t('fill.refusal', { finding }).trim();
    }
    case 'gas limit too low':
      return i18n.t('approving.gasLimitTooLow', { least: amountText(BigInt(refusal.least), 0) });
  }
}
