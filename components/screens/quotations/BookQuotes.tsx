import { i18n } from '#i18n';
import type { BookQuotes as Quotes } from '../../../shared/desk/book-quotes.ts';
import type { DeskFill } from '../../../shared/desk/offer.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import { amountText, contractsWord } from '../../texts/numbers.ts';
import { moneyText } from '../positions/position-texts.ts';

/** The book's live quotes for the same option, to compare a limit with; nothing without any. */
export function BookQuotes({ quotes: { pays, asks } }: { quotes: Quotes }) {
  const hidden = useHidden();
  const lines = [
    ...(pays === undefined ? [] : [i18n.t('quotations.bookPays', figuresOf(pays))]),
    ...(asks === undefined ? [] : [i18n.t('quotations.bookAsks', figuresOf(asks))]),
  ];
  if (lines.length === 0) return null;
  return (
    <div className="-mt-3 flex flex-col text-xs text-muted" data-testid="book-quotes">
      {lines.map((line) => (
        <p key={line}>{hidden(line)}</p>
      ))}
    </div>
  );
}

function figuresOf({ row, contracts, decimals, quote }: DeskFill) {
  const token = { address: '', symbol: row.collateralSymbol, decimals };
  return {
    amount: moneyText(quote.premium, token),
    contracts: contractsWord(amountText(contracts, decimals, decimals)),
  };
}
