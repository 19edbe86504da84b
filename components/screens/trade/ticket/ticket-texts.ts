import { i18n } from '#i18n';
import { reserveNamed, worthSymbol } from '../../../../shared/chain/lending.ts';
import type { FillView, TicketView } from '../../../../shared/messages/ticket.ts';
import type { Order } from '../../../../shared/orders/order.ts';
import type { PreparationKind } from '../../../../shared/orders/preparation.ts';
import { amountText, exactText, tokenText } from '../../../texts/numbers.ts';
import { getText, payText } from '../../../texts/payments.ts';
import { productLabel } from '../../../texts/product-name.ts';
import type { Ticket } from './ticket-model.ts';

/** An amount of the collateral, named by its asset. `exact` is for the title. */
export interface Money {
  readonly text: string;
  readonly exact: string;
}

type Token = TicketView['token'] | FillView['token'];

export function money(amount: bigint, { symbol, decimals }: Token): Money {
  return {
    text: `${getText(amount, { symbol, decimals })} ${worthSymbol(symbol)}`,
    exact: `${exactText(amount, decimals)} ${symbol}`,
  };
}

/** Returns an amount that the user pays or can lose, rounded up. */
export function cost(amount: bigint, token: Token): Money {
  return {
    text: `${payText(amount, token)} ${worthSymbol(token.symbol)}`,
    exact: money(amount, token).exact,
  };
}

/** Returns an outgoing amount with all decimals. A rounded amount could be too low. */
export function wholeMoney(amount: bigint, { symbol, decimals }: Token): string {
  return `${amountText(amount, decimals, decimals)} ${symbol}`;
}

/** Returns an outgoing amount in the asset; for receipts, with a note that it is lent out. */
export function wholeWorth(amount: bigint, { symbol, decimals }: Token): string {
  const asset = worthSymbol(symbol);
  const text = wholeMoney(amount, { symbol: asset, decimals });
  return asset === symbol ? text : i18n.t('funds.lentAmount', { amount: text });
}

/** Returns how much of an asset an account has, with the names of the tokens. */
export function heldText({ held, funds, view }: Ticket): string {
  if (held === undefined) return '—';
  const asset = worthSymbol(view.token.symbol);
  const { ether = 0n, asset: own = 0n, receipt = 0n } = funds?.have ?? {};
  const { text } = money(held, { ...view.token, symbol: ether > 0n ? 'ETH' : asset });
  if (ether === 0n || own + receipt === 0n) return text;
  return i18n.t('funds.heldInBoth', { amount: tokenText(held, view.token), first: 'ETH', asset });
}

/** Returns the price of one contract (8 decimals) as in the list: dollar tokens to the cent. */
export function premiumPerContract(
  { price, isLong }: Pick<Order, 'price' | 'isLong'>,
  { isQuoteCollateral }: { readonly isQuoteCollateral: boolean },
  { symbol }: Pick<Token, 'symbol'>,
): Money {
  const token = { symbol: isQuoteCollateral ? 'USDC' : symbol, decimals: 8 };
  const text = (isLong ? getText : payText)(price, token);
  return { text: `${text} ${worthSymbol(symbol)}`, exact: `${exactText(price, 8)} ${symbol}` };
}

/** Returns an amount with its sign, so that gain and loss differ not only by colour. */
export function signedMoney(amount: bigint, token: Token): Money {
  const sign = amount > 0n ? '+' : '';
  const { text, exact } = (amount < 0n ? cost : money)(amount, token);
  return { text: `${sign}${text}`, exact: `${sign}${exact}` };
}

/** Returns the largest loss with its sign; a text without an amount if every price gains. */
export function lossMoney(maxLoss: bigint, token: Token): Money {
  const text = i18n.t('ticket.noLoss');
  return maxLoss < 0n ? { text, exact: text } : signedMoney(-maxLoss, token);
}

type Traded = Pick<TicketView | FillView, 'side' | 'asset' | 'product'>;

/** Returns a title with a number of contracts: "Buy 1.5 × ETH call spread". */
export function sentenceOf(traded: Traded, count: string): string {
  const product = nameOf(traded);
  return traded.side === 'buy'
    ? i18n.t('actions.asked.buy', { count, product })
    : i18n.t('actions.asked.sell', { count, product });
}

/** Returns a title without a number: "Buy ETH call spread". */
export function titleOf(traded: Traded): string {
  const product = nameOf(traded);
  return traded.side === 'buy'
    ? i18n.t('ticket.buyTitle', { product })
    : i18n.t('ticket.sellTitle', { product });
}

/** Returns asset and product, in English with the product in lower case. */
function nameOf({ asset, product }: Traded): string {
  const label = productLabel(product);
  const isEnglish = i18n.t('numbers.language') === 'en';
  return `${asset} ${isEnglish ? label.toLowerCase() : label}`;
}

/** Returns the symbols of a token's asset and of the asset's receipt in the lending pool. */
export function formsOf({ token }: Pick<TicketView | FillView, 'token'>): [string, string] {
  const forms = reserveNamed(token.symbol);
  return [forms?.asset.symbol ?? token.symbol, forms?.receipt.symbol ?? token.symbol];
}

/**
 * Returns the coin that a conversion back produces. Wrapped ether becomes ether; other assets stay.
 */
export const etherOr = (asset: string): string => (asset === 'WETH' ? 'ETH' : asset);

/** Returns the name and an explanation of a transaction before the fill. */
export function preparationTexts(
  { kind, amount }: { readonly kind: PreparationKind; readonly amount: bigint },
  { token }: Pick<TicketView | FillView, 'token'>,
): { readonly title: string; readonly what: string } {
  const { decimals, symbol } = token;
  const [asset, receipt] = formsOf({ token });
  const whole = (units: string) => wholeMoney(amount, { symbol: units, decimals });
  switch (kind) {
    case 'wrap':
      return {
        title: i18n.t('funds.wrap'),
        what: i18n.t('funds.wrapWhat', { amount: whole('ETH') }),
      };
    case 'allow pool':
      return {
        title: i18n.t('funds.allowPool'),
        what: i18n.t('funds.allowPoolWhat', { amount: whole(asset) }),
      };
    case 'supply':
      return {
        title: i18n.t('funds.supply', { asset }),
        what: i18n.t('funds.supplyWhat', { amount: whole(asset), receipt }),
      };
    case 'withdraw':
      return {
        title: i18n.t('funds.withdraw', { asset }),
        what: i18n.t('funds.withdrawWhat', { amount: whole(receipt), asset }),
      };
    case 'allow book':
      return {
        title: i18n.t('ticket.stepAllow'),
        what: i18n.t('ticket.stepAllowWhat', { amount: whole(symbol) }),
      };
  }
}
