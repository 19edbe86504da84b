import type { ProductName } from '../../../../shared/chain/implementations.ts';
import { figuresAtLimit, makersTotal, modelTotal } from '../../../../shared/desk/asked-figures.ts';
import { bookQuotes } from '../../../../shared/desk/book-quotes.ts';
import { agreedVolatility } from '../../../../shared/desk/volatility.ts';
import type { OrdersView } from '../../../../shared/messages/market.ts';
import { premiumFor } from '../../../../shared/orders/fees.ts';
import { MIN_MAKERS } from '../../../../shared/orders/market-volatility.ts';
import { pictureOf } from '../../../../shared/orders/picture.ts';
import { product } from '../../../../shared/orders/products.ts';
import { floorContracts } from '../../../../shared/orders/sizing.ts';
import { ascending, strikeProblem } from '../../../../shared/orders/strikes.ts';
import { termsOf } from '../../../../shared/orders/terms.ts';
import { parseAmount } from '../../../../shared/parse-amount.ts';
import { parseSize } from '../../../../shared/parse-size.ts';
import { askedExpiries } from '../../../../shared/quotations/expiries.ts';
import { optionKind } from '../../../../shared/quotations/new-option.ts';
import { strikesNear } from '../../../../shared/quotations/strikes-near.ts';
import {
  type Price8,
  price8,
  type TokenAmount,
  tokenAmount,
  toNumber8,
  toPrice8,
  type UnixSeconds,
} from '../../../../shared/units.ts';
import { decimalMark, exactText } from '../../../texts/numbers.ts';
import { firstLimit } from './first-limit.ts';

const DAY_SECONDS = 86_400;

/** The typed form; missing fields have their initial values. */
export interface AskedForm {
  readonly asset: string;
  readonly product: ProductName;
  readonly isBuyer: boolean;
  readonly strikes: readonly string[] | undefined;
  /** Unix seconds, a number of days like "7d", or empty. */
  readonly expiry: string;
  readonly size: string;
  readonly limit: string | undefined;
}

interface Market {
  readonly view: OrdersView | undefined;
  readonly now: UnixSeconds;
  /** True while amounts are hidden. While true, the form doesn't suggest a limit. */
  readonly areHidden: boolean;
}

export type Asked = ReturnType<typeof readForm>;

/** Returns the option that the form describes, with its figures and problems. */
export function readForm(form: AskedForm, { view, now, areHidden }: Market) {
  const { asset, product: name, isBuyer } = form;
  const mark = decimalMark();
  const kind = optionKind(asset, name);
  const listed = view?.spot[asset];
  const spot = listed === undefined ? undefined : toPrice8(listed.price);
  const rows = view?.rows ?? [];
  const expiries = askedExpiries(
    rows.filter((row) => row.asset === asset).map(({ expiry }) => expiry),
    now,
  );
  const expiry = chosenExpiry(form.expiry, [...expiries.live, ...expiries.usual], now);
  const strikeTexts = form.strikes ?? firstStrikes(name, spot);
  const parsed = strikeTexts.map((text) => parseAmount(text, 8, mark));
  const strikes = ascending(parsed.filter((strike) => strike !== undefined).map(price8));
  const isTyped = strikes.length === strikeTexts.length && strikes.length > 0;
  const terms = isTyped ? termsOf(name, strikes) : undefined;
  const decimals = kind?.collateral.decimals ?? 0;
  const size = parseSize(form.size, decimals, mark);
  const contracts = floorContracts(size ?? 0n, decimals);
  const agreed = agreedVolatility(
    rows,
    { asset, expiry: expiry ?? 0, strikes: strikes.map(toNumber8) },
    { spot: listed, now },
  );
  const value =
    terms === undefined || spot === undefined || agreed === undefined || expiry === undefined
      ? undefined
      : modelTotal({ terms, contracts, expiry }, { spot, now, volatility: agreed.middle });
  const price =
    value === undefined || terms === undefined || agreed === undefined || expiry === undefined
      ? undefined
      : spot && makersTotal({ terms, contracts, expiry }, { spot, now, isSale: !isBuyer }, agreed);
  const hasFewMakers = agreed !== undefined && agreed.makers < MIN_MAKERS;
  const limitText =
    form.limit ??
    (price === undefined || hasFewMakers || areHidden ? '' : firstLimit(price, !isBuyer, decimals));
  const typedLimit = parseAmount(limitText, decimals, mark);
  const typed: TokenAmount | undefined =
    typedLimit === undefined || typedLimit === 0n ? undefined : tokenAmount(typedLimit);
  const isQuoteCollateral = product(name).isQuoteCollateral;
  const oracle = listed?.source === 'chain' ? spot : undefined;
  const limit =
    typed === undefined || isBuyer
      ? typed
      : premiumFor(typed, { contracts, isQuoteCollateral, spot: oracle });
  const sized = terms && contracts > 0n ? { terms, contracts, decimals, isBuyer, spot } : undefined;
  const figures = sized && figuresAtLimit({ ...sized, limit: limit ?? tokenAmount(0n) });
  return {
    form,
    kind,
    spot: spot === undefined || listed === undefined ? undefined : { ...listed, price: spot },
    expiries,
    expiry,
    strikeTexts,
    strikes,
    strikeProblem: isTyped ? strikeProblem(name, strikes) : undefined,
    terms,
    contracts,
    /** Value of all contracts by the model, in base units; undefined without live quotes. */
    value,
    /** True when too few makers quote this option to suggest a limit. */
    hasFewMakers,
    limitText,
    /** The typed limit in base units; a seller's limit is after the fee. */
    typed,
    /** The premium that the request will name. */
    limit,
    figures,
    /** Live quotes for the same option, to compare the limit with. */
    quotes:
      expiry === undefined || contracts === 0n
        ? {}
        : bookQuotes(
            { asset, product: name, strikes: strikes.map(toNumber8), expiry, contracts, decimals },
            { rows, spot: listed, now },
          ),
    picture:
      sized && figures && limit !== undefined
        ? pictureOf({ ...sized, curve: figures.curve, asset })
        : undefined,
  };
}

/** Returns strikes near the price as text; empty texts without a price. */
function firstStrikes(name: ProductName, spot: Price8 | undefined): readonly string[] {
  if (spot === undefined) return Array.from({ length: product(name).strikeCount }, () => '');
  return strikesNear(name, spot).map((strike) => exactText(strike, 8));
}

/**
 * Returns the chosen expiry. A number of days selects the last expiry within these days. An empty
 * text selects the first expiry.
 */
function chosenExpiry(
  chosen: string,
  choices: readonly UnixSeconds[],
  now: UnixSeconds,
): UnixSeconds | undefined {
  if (!chosen.endsWith('d'))
    return choices.find((expiry) => String(expiry) === chosen) ?? choices[0];
  const end = now + Number(chosen.slice(0, -1)) * DAY_SECONDS;
  return choices.filter((expiry) => expiry <= end).at(-1) ?? choices[0];
}

/**
 * Returns a request with a placeholder as its limit; undefined if anything besides the limit is
 * missing.
 */
export function triedRequest(asked: Asked, account: string, minutes: number) {
  const { form, terms, expiry, contracts, kind } = asked;
  if (terms === undefined || expiry === undefined || kind === undefined || contracts === 0n)
    return undefined;
  return {
    account,
    asset: form.asset,
    product: form.product,
    strikes: [...asked.strikes],
    contracts,
    expiry,
    side: form.isBuyer ? ('buyer' as const) : ('seller' as const),
    // Stands in for a limit, because the factory accepts any limit.
    limit: tokenAmount(1n),
    window: minutes * 60,
  };
}
