import { i18n } from '#i18n';
import type { BookQuotes as Quotes } from '../../../../shared/desk/book-quotes.ts';
import type { DeskFill } from '../../../../shared/desk/offer.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { amountText, contractsWord } from '../../../texts/numbers.ts';
import { getText, payText } from '../../../texts/payments.ts';

/** Shows live quotes for the same option, if there are any, to compare with the limit. */
export function BookQuotes({ quotes: { pays, asks } }: { quotes: Quotes }) {
  const hidden = useHidden();
  const lines = [
    ...(pays === undefined ? [] : [i18n.t('quotations.bookPays', figuresOf(pays, getText))]),
    ...(asks === undefined ? [] : [i18n.t('quotations.bookAsks', figuresOf(asks, payText))]),
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

function figuresOf({ row, contracts, decimals, quote }: DeskFill, text: typeof payText) {
  const symbol = row.collateralSymbol;
  return {
    amount: `${text(quote.premium, { symbol, decimals })} ${symbol}`,
    contracts: contractsWord(amountText(contracts, decimals, decimals)),
  };
}
