import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { Rpc } from '../chain/rpc.ts';
import { explainRevert } from '../orders/fill-failure.ts';

/** Why the chain would refuse a fill: what it means for the money, and what to do. */
export async function fillRefusal(
  { client }: { client: Rpc },
  account: Address,
  { book, fill }: Extract<Understanding, { kind: 'fill' }>,
  reason: string,
): Promise<string> {
  const { code, detail } = await explainRevert({ client, account, book, fill, reason });
  return code === 'other'
    ? i18n.t('fill.failure.otherWords', { reason: detail ?? '' })
    : i18n.t(`fill.failure.${code}`);
}
