import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import type { Rpc } from '../chain/rpc.ts';
import { explainRevert } from '../orders/fill-failure.ts';

/** A maker's contract that has taken its signer's right back, told by the book itself. */
const WITHDRAWN = /contract owner/i;

/**
 * Why the chain would refuse a fill: what it means for the money, and what to do. Of an order that is
 * refused anyway a book's word about its signer says nothing: an altered field looks like another signer.
 */
export async function fillRefusal(
  { client }: { client: Rpc },
  account: Address,
  { book, fill }: Extract<Understanding, { kind: 'fill' }>,
  { reason, isRefused }: { readonly reason: string; readonly isRefused: boolean },
): Promise<string> {
  const { code, detail } = await explainRevert({ client, account, book, fill, reason });
  if (isRefused && code === 'signer' && !WITHDRAWN.test(reason)) {
    return i18n.t('fill.chainRefusesToo');
  }
  return code === 'other'
    ? i18n.t('fill.failure.otherWords', { reason: detail ?? '' })
    : i18n.t(`fill.failure.${code}`);
}
