import { i18n } from '#i18n';
import type { CheckFact } from '../../shared/approvals/facts/checks.ts';
import { shortAddress } from '../../shared/format.ts';
import { feeText } from '../texts/describe-fees.ts';
import { amountText } from '../texts/numbers.ts';
import { gasPriceText } from './describe-amounts.ts';
import { moveSymbol, sumText } from './describe-moves.ts';
import { describeOrderCheck } from './describe-order-check.ts';
import { type Words, wordsOf } from './fact-words.ts';
import type { ApprovalCheck } from './worded.ts';

type Fact = Exclude<CheckFact, { code: 'order' }>;

/** Label and result of each check; a label alone where it is enough. */
const TEXTS = {
  'spender known book': ['rows.spender', 'meaning.knownBook'],
  'spender lending pool': ['rows.spender', 'meaning.knownPool'],
  'spender factory': ['rows.spender', 'quotationCalls.factoryKnown'],
  'spender unknown': ['rows.spender', 'meaning.unknownContract'],
  'spender is a person': ['rows.spender', 'meaning.isPersonal'],
  'spender own option': ['rows.spender', 'meaning.ownProvenOption'],
  'receiver new': ['rows.receiver', 'meaning.newReceiver'],
  'receiver is a token': ['rows.receiver', 'meaning.receiverIsToken'],
  'receiver is nobody': ['rows.receiver', 'meaning.receiverIsNobody'],
  'amount limited': ['rows.amount'],
  'amount unlimited': ['rows.amount', 'meaning.unlimitedMeans'],
  'amount every item': ['rows.amount', 'meaning.allowAllMeans'],
  'amount exact delivery': ['rows.amount', 'meaning.exactDelivery'],
  'book known': ['meaning.orderBook'],
  'book unknown': ['meaning.orderBook', 'meaning.notABook'],
  'option product known': ['meaning.optionContract', 'meaning.knownOptionCode'],
  'option code unknown': ['meaning.optionContract', 'meaning.optionCodeUnknown'],
  'meaning unknown': ['meaning.meaning', 'meaning.unreadable'],
  'book on another network': ['rows.contract', 'meaning.bookElsewhere'],
  'contract missing': ['rows.contract', 'meaning.noContract'],
  'simulation unstable': ['meaning.simulationCheck', 'meaning.simulationUnstable'],
  'account runs code': ['meaning.yourAccount', 'meaning.accountRunsCode'],
  'delegator genuine': ['delegation.codeCheck', 'delegation.genuine'],
  'delegator differs': ['delegation.codeCheck', 'delegation.differs'],
  'code is set first': ['meaning.yourAccount', 'delegation.isSetFirst'],
  'code removed': ['meaning.yourAccount', 'delegation.removed'],
  'key may be known': ['delegation.yourKey', 'delegation.keyMayBeKnown'],
  'receiver known': ['rows.receiver', 'meaning.isKnown'],
  'receiver looks alike': ['rows.receiver', 'meaning.lookAlike'],
  'spender looks alike': ['rows.spender', 'meaning.lookAlike'],
  'receiver is another token': ['rows.receiver', 'meaning.receiverIsOtherToken'],
  'calls by contract': ['meaning.caller', 'meaning.callerIsContract'],
  'token name claimed': ['meaning.tokenAt', 'meaning.tokenNameClaimed'],
  'token imitates': ['meaning.tokenAt', 'meaning.tokenImitates'],
  'amount at any time': ['rows.amount', 'meaning.allowMeans'],
  'simulation contradicts': ['meaning.simulationCheck', 'meaning.simulationContradicts'],
  'nonce ahead': ['meaning.nonceCheck', 'meaning.nonceAhead'],
  'gas limit generous': ['meaning.gasLimitCheck', 'meaning.gasLimitGenerous'],
  'fee implausible': ['meaning.feeCheck', 'meaning.feeImplausible'],
  'site fee too low': ['meaning.siteFeeCheck', 'meaning.siteFeeTooLow'],
  'site fee too high': ['meaning.siteFeeCheck', 'meaning.siteFeeTooHigh'],
  'fill book unknown': ['fill.check.book', 'fill.finding.book'],
  'in the feed': ['fill.check.feed', 'fill.passed.feed'],
  'not in the feed': ['fill.check.feed', 'fill.finding.notInFeed'],
  'feed unread': ['fill.check.feed', 'fill.finding.feedUnread'],
  'chain unread': ['fill.check.chain', 'fill.finding.chain'],
  'quote cancelled': ['fill.check.budget', 'fill.finding.cancelled'],
  'allowance granted': ['fill.check.allowance', 'fill.passed.granted'],
  'maker short': ['fill.check.makerMeans', 'fill.finding.makerMeans'],
  'payoff agrees': ['fill.check.payoff', 'fill.passed.payoff'],
  'payoff differs': ['fill.check.payoff', 'fill.finding.payoff'],
  'payoff unread': ['fill.check.payoff', 'fill.finding.payoffUnread'],
  'value unknown': ['fill.check.value', 'fill.finding.valueUnknown'],
  'own order': ['fill.check.ownOrder', 'fill.finding.ownOrder'],
  'fill book known': ['fill.check.book', 'fill.passed.book'],
  'budget left': ['fill.check.budget', 'fill.passed.left'],
  'budget short': ['fill.check.budget', 'fill.finding.budget'],
  'allowance enough': ['fill.check.allowance', 'fill.passed.enough'],
  'allowance short': ['fill.check.allowance', 'fill.finding.allowance'],
  'balance enough': ['fill.check.balance', 'fill.passed.enough'],
  'balance short': ['fill.check.balance', 'fill.finding.balance'],
  'maker enough': ['fill.check.makerMeans', 'fill.passed.enough'],
  'factory known': ['quotationCalls.factoryCheck', 'quotationCalls.factoryKnown'],
  'factory of another revision': ['rows.contract', 'quotationCalls.otherRevision'],
  'makers may not answer': ['quotationCalls.answersCheck', 'quotationCalls.mayNotAnswer'],
  'requester differs': ['rows.requester', 'quotationCalls.requesterDiffers'],
  'side held': ['quotationCalls.positionCheck', 'quotationCalls.sideHeld'],
  'side not held': ['quotationCalls.positionCheck', 'quotationCalls.sideNotHeld'],
  'terms match': ['quotationCalls.termsCheck', 'quotationCalls.termsMatch'],
  'terms differ': ['quotationCalls.termsCheck', 'quotationCalls.termsDiffer'],
  'option of another factory': ['meaning.optionContract', 'quotationCalls.otherFactory'],
  'option unread': ['meaning.optionContract', 'quotationCalls.optionUnread'],
  'option proven': ['meaning.optionContract', 'quotationCalls.optionProven'],
  'option unproven': ['meaning.optionContract', 'quotationCalls.optionUnproven'],
  'option empty': ['meaning.optionContract', 'quotationCalls.optionEmpty'],
  'window over': ['quotationCalls.windowCheck', 'quotationCalls.windowOver'],
  'window after expiry': ['quotationCalls.windowCheck', 'quotationCalls.windowAfterExpiry'],
  'window long': ['quotationCalls.windowCheck', 'quotationCalls.windowLong'],
  'stays open': ['quotationCalls.afterwardsCheck', 'quotationCalls.staysOpen'],
  'no highest price': ['quotationCalls.limitCheck', 'quotationCalls.noHighestPrice'],
  'no least price': ['quotationCalls.limitCheck', 'quotationCalls.noLeastPrice'],
  'offers sealed for another': ['quotationCalls.keyCheck', 'quotationCalls.sealedForAnother'],
  'offer key unusable': ['quotationCalls.keyCheck', 'quotationCalls.keyUnusable'],
  'referral gets a share': ['rows.referral', 'quotationCalls.referralShare'],
  'held by factory': ['quotationCalls.escrowCheck', 'quotationCalls.held'],
  'taken at settlement': ['quotationCalls.settlementCheck', 'quotationCalls.taken'],
  'sold at settlement': ['quotationCalls.settlementCheck', 'quotationCalls.sold'],
  'factory allowance enough': ['fill.check.allowance', 'fill.passed.enough'],
  'factory allowance short': ['fill.check.allowance', 'quotationCalls.allowanceShort'],
  'requester balance enough': ['fill.check.balance', 'fill.passed.enough'],
  'requester balance short': ['fill.check.balance', 'fill.finding.balance'],
  'request unread': ['rows.request', 'quotationCalls.unread'],
  'own request': ['rows.request', 'quotationCalls.ownRequest'],
  'request stays open': ['quotationCalls.afterwardsCheck', 'quotationCalls.requestStaysOpen'],
  'beyond limit': ['quotationCalls.limitCheck', 'quotationCalls.beyondLimit'],
  'request ended': ['rows.request', 'quotationCalls.ended'],
  'offers over': ['quotationCalls.windowCheck', 'quotationCalls.windowOver'],
  'offers not over': ['quotationCalls.windowCheck', 'quotationCalls.notOver'],
  'offer signed': ['quotationCalls.signatureCheck', 'quotationCalls.offerSigned'],
  'offer not signed': ['quotationCalls.signatureCheck', 'quotationCalls.offerNotSigned'],
  'offer signature unread': ['quotationCalls.signatureCheck', 'quotationCalls.signatureUnread'],
  'side goes to maker': ['quotationCalls.positionCheck', 'quotationCalls.sideGoes'],
  'ends without trade': ['quotationCalls.resultCheck', 'quotationCalls.noTrade'],
  'may end without trade': ['quotationCalls.resultCheck', 'quotationCalls.maybeNoTrade'],
  'settles for others': ['quotationCalls.resultCheck', 'quotationCalls.forOthers'],
  'cancel with leading offer': ['quotationCalls.offersCheck', 'quotationCalls.leadingOffer'],
  'nothing to claim': ['rows.amount', 'quotationCalls.nothingToClaim'],
  'amount sealed': ['rows.offer', 'quotationCalls.amountSealed'],
  'offer of another': ['rows.offer', 'quotationCalls.ofAnother'],
  'router authorized': ['quotationCalls.routerCheck', 'quotationCalls.routerAuthorized'],
  'router not authorized': ['quotationCalls.routerCheck', 'quotationCalls.routerRefused'],
  'only for the owner': ['quotationCalls.callerCheck', 'quotationCalls.onlyOwner'],
} as const satisfies Record<Fact['code'], readonly [label: string, detail?: string]>;

export function describeCheck(fact: CheckFact): ApprovalCheck {
  if (fact.code === 'order') return describeOrderCheck(fact);
  const [label, detail] = TEXTS[fact.code];
  const values = valuesOf(fact);
  return {
    status: fact.status,
    label: i18n.t(label, values),
    ...(detail === undefined ? {} : { detail: i18n.t(detail, values) }),
    ...('token' in fact ? { full: fact.token.address } : {}),
  };
}

function valuesOf(fact: Fact): Words {
  const words = wordsOf(fact);
  switch (fact.code) {
    case 'receiver looks alike':
    case 'spender looks alike':
      return { ...words, address: fact.known.address };
    case 'token name claimed':
    case 'token imitates': {
      const { address, symbol = '', decimals = 0 } = fact.token;
      return { ...words, token: shortAddress(address), symbol, decimals };
    }
    case 'simulation contradicts': {
      const { asset, said, simulated } = fact.found;
      return {
        ...words,
        symbol: moveSymbol(asset),
        said: sumText(said, asset),
        simulated: sumText(simulated, asset),
      };
    }
    case 'gas limit generous':
      return {
        ...words,
        limit: amountText(BigInt(fact.limit), 0),
        needed: amountText(BigInt(fact.needed), 0),
        most: feeText(BigInt(fact.most), fact.coin),
      };
    case 'fee implausible':
    case 'site fee too low':
    case 'site fee too high':
      return { ...words, price: gasPriceText(fact.price) };
    default:
      return words;
  }
}

/** Returns the check of an account that runs foreign code, for signatures. */
export function ownCodeChecks({ runsCode }: { readonly runsCode?: true }): ApprovalCheck[] {
  return runsCode === true ? [describeCheck({ code: 'account runs code', status: 'warned' })] : [];
}
