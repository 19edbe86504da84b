import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import type { AlertFound, AlertRule } from '../../../../shared/messages/alerts.ts';
import { priceText, usdText } from '../../../texts/numbers.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { localTime } from '../../../texts/times.ts';

type Option = Pick<Extract<AlertRule, { kind: 'order' }>['structure'], 'strikes' | 'expiry'> &
  Partial<Pick<Extract<AlertRule, { kind: 'order' }>['structure'], 'asset' | 'product'>>;

/** Returns the name of an option without its expiry: "ETH Call spread $2,600 · $2,800". */
export function optionName({ asset, product, strikes }: Option): string {
  const prices = strikes.map((strike) => priceText(BigInt(strike))).join(' · ');
  return `${asset ?? i18n.t('positions.unknownAsset')} ${productLabel(product)} ${prices}`;
}

const optionText = (option: Option) =>
  i18n.t('alerts.optionAt', { option: optionName(option), expiry: localTime(option.expiry) });

/** Replaces numbers in a text while amounts are hidden; see `useHidden`. */
type Hide = (text: string) => string;

/** Describes the event that an alert waits for. */
export function ruleText(rule: AlertRule, hide: Hide): string {
  switch (rule.kind) {
    case 'spot': {
      const values = { asset: rule.asset, price: priceText(BigInt(rule.price)) };
      return rule.direction === 'above'
        ? i18n.t('alerts.ruleAbove', values)
        : i18n.t('alerts.ruleBelow', values);
    }
    case 'order': {
      const price = priceText(BigInt(rule.price));
      const values = { option: optionText(rule.structure), price };
      return rule.structure.side === 'buy'
        ? i18n.t('alerts.ruleBuy', values)
        : i18n.t('alerts.ruleSell', values);
    }
    case 'value': {
      const value = hide(usdText(BigInt(rule.value)));
      const values = { option: optionText(rule.position), value };
      return rule.direction === 'above'
        ? i18n.t('alerts.ruleValueAbove', values)
        : i18n.t('alerts.ruleValueBelow', values);
    }
    case 'expiry':
      return i18n.t('alerts.ruleExpiry', rule.hours, { option: optionText(rule.position) });
  }
}

/** Describes the value at which an alert fired, and its source. */
export function foundText(found: AlertFound, hide: Hide): string {
  switch (found.kind) {
    case 'spot':
      return i18n.t('alerts.foundSpot', {
        price: priceText(BigInt(found.spot)),
        time: localTime(found.spotAt / 1000),
      });
    case 'order':
      return i18n.t('alerts.foundOrder', {
        price: usdText(BigInt(found.price)),
        maker: shortAddress(found.maker),
      });
    case 'value':
      return i18n.t('alerts.foundValue', {
        value: hide(usdText(BigInt(found.value))),
        price: priceText(BigInt(found.spot)),
        time: localTime(found.spotAt / 1000),
      });
    case 'expiry':
      return i18n.t('alerts.foundExpiry');
  }
}
