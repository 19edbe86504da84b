import { type Hex, zeroAddress } from 'viem';
import { i18n } from '#i18n';
import type { MakerOrderFacts } from '../../../shared/approvals/signed/facts.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { assetOfFeed } from '../../../shared/chain/tokens.ts';
import { shortAddress } from '../../../shared/format.ts';
import { checkFit, type FittingTerms } from '../../../shared/orders/fit.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { price8, unixSeconds } from '../../../shared/units.ts';
import { amountText, priceText } from '../../texts/numbers.ts';
import { localTime, utcTime } from '../../texts/times.ts';
import { describeRefusal } from '../describe-danger.ts';
import { describeOrderCheck } from '../describe-order-check.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { tokenText } from './signed-amounts.ts';
import { contractCheck, endRow } from './signed-checks.ts';

/** Describes a signed quote on the option book. */
export function describeMakerOrder(
  facts: MakerOrderFacts,
  { account, chain, view }: SignedContext,
): SignedDescription {
  const budget = tokenText(facts.collateral, facts.budget, chain);
  const known = hasAddressForm(facts.implementation)
    ? implementationAt(facts.implementation)
    : undefined;
  const asset = hasAddressForm(facts.priceFeed) ? assetOfFeed(facts.priceFeed) : undefined;
  const product = i18n.t(`products.${known?.product.name ?? 'unknown'}`);
  const symbol = chain.tokenAt(facts.collateral)?.symbol ?? shortAddress(facts.collateral);
  const fit = checkFit(fittingTerms(facts), { now: unixSeconds(view.now) });
  const unfit = fit.find((found) => found.status === 'failed');
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
        // Prices have 8 decimals, independent of the collateral's decimals.
        value: `${amountText(BigInt(facts.price), 8, 8)} ${symbol}`,
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
      ...fit.map((found) => describeOrderCheck({ code: 'order', status: found.status, found })),
      facts.maker.toLowerCase() === account.toLowerCase()
        ? { label: i18n.t('signed.maker'), status: 'passed' }
        : { label: i18n.t('signed.maker'), status: 'warned', detail: i18n.t('signed.otherMaker') },
    ],
    ...(unfit === undefined
      ? { danger: i18n.t('signed.quoteDanger', { budget }) }
      : {
          refusal: describeRefusal({
            code: 'trade',
            finding: { code: 'order', status: unfit.status, found: unfit },
          }),
        }),
  };
}

/** Returns the terms in the signed `extraData` if they fit a known product. */
function fittingTerms(facts: MakerOrderFacts): FittingTerms {
  const { extraData } = facts;
  const address = (text: string) => (hasAddressForm(text) ? text : zeroAddress);
  return {
    implementation: address(facts.implementation),
    collateral: address(facts.collateral),
    priceFeed: address(facts.priceFeed),
    strikes: facts.strikes.map((strike) => price8(BigInt(strike))),
    extraOptionData: extraData.startsWith('0x') ? (extraData as Hex) : '0x00',
    expiry: unixSeconds(Math.min(Number(facts.expiry), Number.MAX_SAFE_INTEGER)),
  };
}
