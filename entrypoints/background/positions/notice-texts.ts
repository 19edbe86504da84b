import { i18n } from '#i18n';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { type NoticeText, nameText, noticeAmount } from '../kernel/notice-words.ts';
import type { ExpiryNotices } from './keys.ts';

/** Maximum number of names in one notification. Further names are only counted. */
const NAMED_AT_ONCE = 3;
const HIDDEN = '•••';

type Notices = ExpiryNotices;

export function expiryText(due: Notices): NoticeText {
  return {
    title: i18n.t('positions.noticeTitle', due.length),
    text: withNames(due, i18n.t('positions.noticeText')),
  };
}

export function deliveryText(due: Notices): NoticeText {
  return {
    title: i18n.t('positions.deliveryNoticeTitle', due.length),
    text: withNames(due, i18n.t('positions.deliveryNoticeText')),
  };
}

/** Returns the notification of a settlement. Only the buyer is paid. */
export function settledText(row: PositionRow, areHidden: boolean): NoticeText {
  const { asset, product, strikes, token, worth, side } = row;
  const option = nameText({
    ...(asset === undefined ? {} : { asset }),
    ...(product === undefined ? {} : { product }),
    strikes: [...strikes],
  });
  const title = i18n.t('positions.settledNotice', { option });
  if (side === 'seller' || row.isPayoutUnread === true || worth === undefined)
    return { title, text: i18n.t('positions.settledNoticeText') };
  const amount = noticeAmount(worth.value, token.decimals, token.symbol ?? '');
  return {
    title,
    text: i18n.t('positions.settledNoticePaid', { amount: areHidden ? HIDDEN : amount }),
  };
}

function withNames(due: Notices, text: string): string {
  const names = [...new Set(due.flatMap(({ name }) => (name === undefined ? [] : nameText(name))))];
  return [...names.slice(0, NAMED_AT_ONCE), text].join('\n');
}
