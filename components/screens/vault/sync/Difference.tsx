import { i18n } from '#i18n';
import type { Divergence, RevisionView } from '../../../../shared/messages/sync.ts';
import type { BranchItem } from '../../../../shared/vault/branches.ts';
import { MAX_WALLETS } from '../../../../shared/wire/vault-limits.ts';
import { wholeTime } from '../../../texts/times.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { itemText } from './item-text.ts';

/** Shows two versions of a vault, and the items that only one of them has. */
export function Difference({ divergence }: { divergence: Divergence }) {
  const { here, offered, adding, missing, deleting, mergedWallets, returning } = divergence;
  return (
    <>
      <Facts look="tiles">
        <Version name={i18n.t('sync.thisDevice')} version={here} />
        <Version name={i18n.t('sync.theServer')} version={offered} />
      </Facts>
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
    <Fact
      label={name}
      text={
        <>
          {i18n.t('sync.revision', { revision: version.revision })}
          <span className="block text-xs font-normal break-words text-muted">
            {i18n.t('sync.savedBy', {
              time: wholeTime(version.createdAt / 1000),
              device: version.device,
            })}
          </span>
        </>
      }
    />
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
