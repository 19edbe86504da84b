import { i18n } from '#i18n';
import type { MakerOrderFacts } from '../../../shared/approvals/signed/facts.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { assetOfFeed } from '../../../shared/chain/tokens.ts';
import { shortAddress } from '../../../shared/format.ts';
import { deliveryTokenIn, isWorthDelivery } from '../../../shared/orders/delivery.ts';
import { PRODUCT_TEXTS } from '../../../shared/orders/product-texts.ts';
import { implementationAt, type Product } from '../../../shared/orders/products.ts';
import { amountText, priceText } from '../../texts/numbers.ts';
import { localTime, utcTime } from '../../texts/times.ts';
import type { ApprovalCheck } from '../worded.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { tokenText } from './signed-amounts.ts';
import { contractCheck, endRow } from './signed-checks.ts';

/** Describes a signed quote on the option book. */
export function describeMakerOrder(
  facts: MakerOrderFacts,
  { account, chain }: SignedContext,
): SignedDescription {
  const budget = tokenText(facts.collateral, facts.budget, chain);
  const known = hasAddressForm(facts.implementation)
    ? implementationAt(facts.implementation)
    : undefined;
  const asset = hasAddressForm(facts.priceFeed) ? assetOfFeed(facts.priceFeed) : undefined;
  const product = i18n.t(
    known === undefined ? 'products.unknown' : PRODUCT_TEXTS[known.product.name],
  );
  const symbol = chain.tokenAt(facts.collateral)?.symbol ?? shortAddress(facts.collateral);
  const danger = i18n.t('signed.quoteDanger', { budget });
  const delivery = deliveryCheck(facts, known?.product);
  return {
    sentence: i18n.t(facts.isLong ? 'signed.quoteToBuy' : 'signed.quoteToSell'),
    rows: [
      {
        label: i18n.t('signed.yourSide'),
        value: i18n.t(facts.isLong ? 'signed.youBuy' : 'signed.youSell'),
      },
      {
        label: i18n.t('signed.product'),
        value: i18n.t('fill.productOn', { product, asset: asset ?? i18n.t('fill.unknownAsset') }),
        full: facts.implementation,
      },
      {
        label: i18n.t('signed.pricePerContract'),
        // Prices have 8 decimals whatever the collateral has.
        value: `${amountText(BigInt(facts.price), 8)} ${symbol}`,
      },
      {
        label: i18n.t('signed.strikes'),
        value: facts.strikes.map((strike) => priceText(BigInt(strike))).join(' · '),
      },
      { label: i18n.t('signed.budget'), value: budget, full: facts.collateral },
      {
        label: i18n.t('signed.expires'),
        value: localTime(Number(facts.expiry)),
        full: utcTime(Number(facts.expiry)),
      },
      { ...endRow(facts.end), label: i18n.t('signed.quoteEnds') },
    ],
    checks: [
      contractCheck(i18n.t('signed.orderBook'), chain.isBook(facts.book)),
      known === undefined
        ? {
            label: i18n.t('signed.product'),
            status: 'failed',
            detail: i18n.t('signed.unknownProduct'),
          }
        : { label: i18n.t('signed.product'), status: 'passed' },
      ...(delivery === undefined ? [] : [delivery]),
      facts.maker.toLowerCase() === account.toLowerCase()
        ? { label: i18n.t('signed.maker'), status: 'passed' }
        : { label: i18n.t('signed.maker'), status: 'warned', detail: i18n.t('signed.otherMaker') },
    ],
    danger: [
      danger,
      ...(known === undefined ? [i18n.t('signed.unknownProduct')] : []),
      ...(delivery?.status === 'failed' ? [i18n.t('fill.finding.deliveryToken')] : []),
    ].join(' '),
  };
}

/** A physical order that takes a token of another value gives the collateral away. */
function deliveryCheck(
  { extraData, priceFeed }: MakerOrderFacts,
  product: Product | undefined,
): ApprovalCheck | undefined {
  if (product?.isPhysical !== true) return undefined;
  const label = i18n.t('fill.check.extraData');
  const token = deliveryTokenIn(extraData);
  const isWorth =
    token !== undefined && hasAddressForm(priceFeed) && isWorthDelivery(token, product, priceFeed);
  return isWorth
    ? {
        label,
        status: 'passed',
        detail: i18n.t('fill.passed.deliveryToken', { symbol: token.symbol }),
      }
    : { label, status: 'failed', detail: i18n.t('fill.finding.deliveryToken') };
}
