import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import type { AlertFound, AlertRule, PositionRef } from '../../../shared/messages/alerts.ts';
import { price8 } from '../../../shared/units.ts';
import { type NoticeText, nameText, noticePrice, noticeUsd } from '../kernel/notice-words.ts';

/** Returns a notification without details. A locked wallet may show it. */
export function plainNotice(): NoticeText {
  return { title: i18n.t('alerts.noticePlain'), text: i18n.t('alerts.noticePlainText') };
}

const HIDDEN = '•••';

/**
 * Returns the notification of a fired alert, with the source of its number. Leaves the user's
 * amounts out while amounts are hidden.
 */
export function noticeOf(
  rule: AlertRule,
  found: AlertFound,
  { now, areHidden }: { now: number; areHidden: boolean },
): NoticeText {
  const own = (amount: string) => (areHidden ? HIDDEN : amount);
  switch (found.kind) {
    case 'spot':
      return {
        title: rule.kind === 'spot' ? spotTitle(rule) : i18n.t('alerts.noticePlain'),
        text: i18n.t('alerts.noticeSpotText', { price: priceText(found.spot) }),
      };
    case 'order':
      return {
        title: rule.kind === 'order' ? orderTitle(rule, found) : i18n.t('alerts.noticePlain'),
        text: i18n.t('alerts.noticeOrderText', { maker: shortAddress(found.maker) }),
      };
    case 'value':
      return {
        title: i18n.t('alerts.noticeValue', {
          option: optionText(rule),
          value: own(noticeUsd(BigInt(found.value))),
        }),
        text: i18n.t('alerts.noticeValueText', { price: priceText(found.spot) }),
      };
    case 'expiry':
      return { title: expiryTitle(rule, now), text: i18n.t('alerts.noticePlainText') };
  }
}

function spotTitle({ asset, direction, price }: Extract<AlertRule, { kind: 'spot' }>): string {
  const values = { asset, price: priceText(price) };
  return direction === 'above'
    ? i18n.t('alerts.noticeAbove', values)
    : i18n.t('alerts.noticeBelow', values);
}

function orderTitle(
  { structure }: Extract<AlertRule, { kind: 'order' }>,
  { price }: Extract<AlertFound, { kind: 'order' }>,
): string {
  const values = {
    option: nameText({
      ...structure,
      strikes: structure.strikes.map((strike) => price8(BigInt(strike))),
    }),
    price: noticeUsd(BigInt(price)),
  };
  return structure.side === 'buy'
    ? i18n.t('alerts.noticeAsk', values)
    : i18n.t('alerts.noticeBid', values);
}

function expiryTitle(rule: AlertRule, now: number): string {
  const option = optionText(rule);
  const position = positionOf(rule);
  const hours = Math.ceil(((position?.expiry ?? 0) * 1000 - now) / 3_600_000);
  return hours > 0
    ? i18n.t('alerts.noticeExpiry', hours, { option })
    : i18n.t('alerts.noticeExpired', { option });
}

const positionOf = (rule: AlertRule): PositionRef | undefined =>
  'position' in rule ? rule.position : undefined;

function optionText(rule: AlertRule): string {
  const { asset, product, strikes = [] } = positionOf(rule) ?? {};
  return nameText({
    ...(asset === undefined ? {} : { asset }),
    ...(product === undefined ? {} : { product }),
    strikes: strikes.map((strike) => price8(BigInt(strike))),
  });
}

const priceText = (price: string) => noticePrice(BigInt(price));
