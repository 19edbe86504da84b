import { i18n } from '#i18n';
import { PRODUCT_TEXTS } from '../../../shared/orders/product-texts.ts';
import { price8 } from '../../../shared/units.ts';
import type { ExpiryNotices } from '../state/stored-keys.ts';
import { noticePrice } from './notice-price.ts';

/** Names in one notification; further ones are counted. */
const NAMED_AT_ONCE = 3;

type Notices = ExpiryNotices;
export type OptionName = NonNullable<Notices[number]['name']>;

/** Texts of browser notifications in the user's language. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** Options that have expired. */
export function expiryText(due: Notices): NoticeText {
  return {
    title: i18n.t('positions.noticeTitle', due.length),
    text: withNames(due, i18n.t('positions.noticeText')),
  };
}

/** Physical options whose holder has to decide. */
export function deliveryText(due: Notices): NoticeText {
  return {
    title: i18n.t('positions.deliveryNoticeTitle', due.length),
    text: withNames(due, i18n.t('positions.deliveryNoticeText')),
  };
}

function withNames(due: Notices, text: string): string {
  const names = [...new Set(due.flatMap(({ name }) => (name === undefined ? [] : nameText(name))))];
  return [...names.slice(0, NAMED_AT_ONCE), text].join('\n');
}

/** Returns an option's name: "ETH Put $2,500". */
export function nameText({ asset, product, strikes }: OptionName): string {
  const prices = strikes.map((strike) => noticePrice(price8(BigInt(strike)))).join(' · ');
  return `${asset ?? i18n.t('positions.unknownAsset')} ${i18n.t(product === undefined ? 'products.unknown' : PRODUCT_TEXTS[product])} ${prices}`;
}
