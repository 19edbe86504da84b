import { i18n } from '#i18n';
import type { Divergence, RevisionView } from '../../../../shared/messages/sync.ts';
import type { BranchItem } from '../../../../shared/vault/branches.ts';
import { MAX_WALLETS } from '../../../../shared/wire/vault-limits.ts';
import { wholeTime } from '../../../texts/times.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { itemText } from './item-text.ts';

/** Shows two versions of a vault, and what only one of them has. */
export function Difference({ divergence }: { divergence: Divergence }) {
  const { here, offered, adding, missing, deleting, mergedWallets, returning } = divergence;
  return (
    <>
      <dl className="grid grid-cols-2 gap-2">
        <Version name={i18n.t('sync.thisDevice')} version={here} />
        <Version name={i18n.t('sync.theServer')} version={offered} />
      </dl>
      {adding.length === 0 ? null : <Items title={i18n.t('sync.onlyThere')} items={adding} />}
      {missing.length === 0 ? null : <Items title={i18n.t('sync.onlyHere')} items={missing} />}
      {missing.length + deleting.length > 0 ? null : (
        <p className="text-sm">{i18n.t('sync.onlyHereNothing')}</p>
      )}
      {deleting.length === 0 ? null : (
        <Items title={i18n.t('sync.deletedThere')} items={deleting} />
      )}
      {returning.length === 0 ? null : (
        <Items title={i18n.t('sync.deletedHere')} items={returning} />
      )}
      {mergedWallets <= MAX_WALLETS ? null : (
        <Notice tone="bad">
          {i18n.t('sync.tooManyWallets', {
            count: mergedWallets,
            most: MAX_WALLETS,
            more: mergedWallets - MAX_WALLETS,
          })}
        </Notice>
      )}
    </>
  );
}

function Version({ name, version }: { name: string; version: RevisionView }) {
  return (
    <div className="min-w-0 rounded-xl bg-raised px-3 py-2">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-sm font-medium">
        {i18n.t('sync.revision', { revision: version.revision })}
      </dd>
      <dd className="text-xs break-words text-muted">
        {i18n.t('sync.savedBy', {
          time: wholeTime(version.createdAt / 1000),
          device: version.device,
        })}
      </dd>
    </div>
  );
}

function Items({ title, items }: { title: string; items: readonly BranchItem[] }) {
  return (
    <section>
      <h3 className="text-xs text-muted">{title}</h3>
      <ul className="list-disc ps-5 text-sm">
        {items.map((item) => (
          <li key={JSON.stringify(item)} className="break-words">
            {itemText(item)}
            {'address' in item ? (
              <span className="block font-mono text-xs break-all text-muted">{item.address}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
