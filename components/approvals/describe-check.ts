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

export function describeCheck(fact: CheckFact): ApprovalCheck {
  if (fact.code === 'order') return describeOrderCheck(fact);
  const { code, status } = fact;
  const values = valuesOf(fact);
  const label = i18n.t(`check.${subjectOf(code)}.label`, values);
  return {
    status,
    label,
    ...(isPlain(code) ? {} : { detail: i18n.t(`check.${code}`, values) }),
    ...('token' in fact ? { full: fact.token.address } : {}),
  };
}

/** Returns the text key of a check's subject; all checks of a subject share one label. */
function subjectOf<Code extends Fact['code']>(code: Code) {
  return code.split('.')[0] as Code extends `${infer Subject}.${string}` ? Subject : never;
}

/** Findings that need no text besides their label. */
const isPlain = (code: Fact['code']) => code === 'amount.limited' || code === 'book.known';

function valuesOf(fact: Fact): Words {
  const words = wordsOf(fact);
  switch (fact.code) {
    case 'receiver.looksAlike':
    case 'spender.looksAlike':
      return { ...words, address: fact.known.address };
    case 'token.nameClaimed':
    case 'token.imitates': {
      const { address, symbol = '', decimals = 0 } = fact.token;
      return { ...words, token: shortAddress(address), symbol, decimals };
    }
    case 'simulation.contradicts': {
      const { asset, said, simulated } = fact.found;
      return {
        ...words,
        symbol: moveSymbol(asset),
        said: sumText(said, asset),
        simulated: sumText(simulated, asset),
      };
    }
    case 'gasLimit.generous':
      return {
        ...words,
        limit: amountText(BigInt(fact.limit), 0),
        needed: amountText(BigInt(fact.needed), 0),
        most: feeText(BigInt(fact.most), fact.coin),
      };
    case 'fee.implausible':
    case 'siteFee.tooLow':
    case 'siteFee.tooHigh':
      return { ...words, price: gasPriceText(fact.price) };
    default:
      return words;
  }
}

/** Warns that the signing account runs a contract's code (EIP-7702). */
export function ownCodeChecks({ runsCode }: { readonly runsCode?: true }): ApprovalCheck[] {
  return runsCode === true ? [describeCheck({ code: 'account.runsCode', status: 'warned' })] : [];
}
