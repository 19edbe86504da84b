import { i18n } from '#i18n';
import type { TokenFact } from '../../shared/approvals/facts/amounts.ts';
import type { CheckFact } from '../../shared/approvals/facts/checks.ts';
import { shortAddress } from '../../shared/format.ts';
import { amountText } from '../ui/numbers.ts';
import { nameOfKnown } from '../ui/receiver-text.ts';
import { CHECK_DETAILS, CHECK_LABELS } from './check-texts.ts';
import { gasPriceText, wholeAmount } from './describe-amounts.ts';
import { feeText } from './describe-fees.ts';
import { moveSymbol, sumText } from './describe-moves.ts';
import { describeOrderCheck } from './describe-order-check.ts';
import type { ApprovalCheck } from './worded.ts';

/** Describes a check: its label and its result. */
export function describeCheck(fact: CheckFact): ApprovalCheck {
  if (fact.code === 'order') return describeOrderCheck(fact);
  return { status: fact.status, ...textsOf(fact) };
}

type Texts = Omit<ApprovalCheck, 'status'>;

function textsOf(fact: Exclude<CheckFact, { code: 'order' }>): Texts {
  switch (fact.code) {
    case 'amount limited':
    case 'book known':
      return { label: i18n.t(CHECK_LABELS[fact.code]) };
    case 'receiver known': {
      const name = nameOfKnown(fact.known);
      return { label: i18n.t('meaning.receiver'), detail: i18n.t('meaning.isKnown', { name }) };
    }
    case 'receiver looks alike':
    case 'spender looks alike': {
      const isReceiver = fact.code === 'receiver looks alike';
      return {
        label: i18n.t(isReceiver ? 'meaning.receiver' : 'meaning.spender'),
        detail: i18n.t('meaning.lookAlike', {
          name: nameOfKnown(fact.known),
          address: fact.known.address,
        }),
      };
    }
    case 'receiver is another token':
      return {
        label: i18n.t('meaning.receiver'),
        detail: i18n.t('meaning.receiverIsOtherToken', { symbol: fact.symbol }),
      };
    case 'calls by contract':
      return {
        label: i18n.t('meaning.caller'),
        detail: i18n.t('meaning.callerIsContract', { to: shortAddress(fact.address) }),
      };
    case 'token name claimed': {
      const { symbol = '', decimals = 0 } = fact.token;
      return {
        ...tokenLabel(fact.token),
        detail: i18n.t('meaning.tokenNameClaimed', { symbol, decimals }),
      };
    }
    case 'token imitates':
      return {
        ...tokenLabel(fact.token),
        detail: i18n.t('meaning.tokenImitates', { symbol: fact.known }),
      };
    case 'amount at any time':
      return {
        label: i18n.t('meaning.amount'),
        detail: i18n.t('meaning.allowMeans', { what: wholeAmount(fact.amount) }),
      };
    case 'simulation contradicts': {
      const { asset, said, simulated } = fact.found;
      return {
        label: i18n.t('meaning.simulationCheck'),
        detail: i18n.t('meaning.simulationContradicts', {
          symbol: moveSymbol(asset),
          said: sumText(said, asset),
          simulated: sumText(simulated, asset),
        }),
      };
    }
    case 'nonce ahead': {
      const { nonce, next } = fact;
      return {
        label: i18n.t('meaning.nonceCheck'),
        detail: i18n.t('meaning.nonceAhead', { nonce, next }),
      };
    }
    case 'gas limit generous':
      return {
        label: i18n.t('meaning.gasLimitCheck'),
        detail: i18n.t('meaning.gasLimitGenerous', {
          limit: amountText(BigInt(fact.limit), 0),
          needed: amountText(BigInt(fact.needed), 0),
          most: feeText(BigInt(fact.most), fact.coin),
        }),
      };
    case 'fee implausible':
      return {
        label: i18n.t('meaning.feeCheck'),
        detail: i18n.t('meaning.feeImplausible', { price: gasPriceText(fact.price) }),
      };
    case 'site fee too low':
    case 'site fee too high': {
      const values = { price: gasPriceText(fact.price) };
      return {
        label: i18n.t('meaning.siteFeeCheck'),
        detail:
          fact.code === 'site fee too low'
            ? i18n.t('meaning.siteFeeTooLow', values)
            : i18n.t('meaning.siteFeeTooHigh', values),
      };
    }
    case 'fill book known': {
      const address = shortAddress(fact.book);
      return {
        label: i18n.t('fill.check.book'),
        detail: i18n.t('fill.passed.book', { address }),
      };
    }
    case 'budget left':
      return {
        label: i18n.t('fill.check.budget'),
        detail: i18n.t('fill.passed.left', { amount: wholeAmount(fact.left) }),
      };
    case 'budget short':
      return {
        label: i18n.t('fill.check.budget'),
        detail: i18n.t('fill.finding.budget', {
          left: wholeAmount(fact.left),
          needed: wholeAmount(fact.needed),
        }),
      };
    case 'allowance enough':
    case 'balance enough':
    case 'maker enough':
      return {
        label: i18n.t(MEANS[fact.code]),
        detail: i18n.t('fill.passed.enough', { needed: wholeAmount(fact.needed) }),
      };
    case 'allowance short':
    case 'balance short': {
      const values = { held: wholeAmount(fact.held), needed: wholeAmount(fact.needed) };
      return {
        label: i18n.t(MEANS[fact.code]),
        detail:
          fact.code === 'allowance short'
            ? i18n.t('fill.finding.allowance', values)
            : i18n.t('fill.finding.balance', values),
      };
    }
    default:
      return { label: i18n.t(CHECK_LABELS[fact.code]), detail: i18n.t(CHECK_DETAILS[fact.code]) };
  }
}

function tokenLabel({ address }: TokenFact): Texts {
  return { label: i18n.t('meaning.tokenAt', { token: shortAddress(address) }), full: address };
}

const MEANS = {
  'allowance enough': 'fill.check.allowance',
  'allowance short': 'fill.check.allowance',
  'balance enough': 'fill.check.balance',
  'balance short': 'fill.check.balance',
  'maker enough': 'fill.check.makerMeans',
} as const;
