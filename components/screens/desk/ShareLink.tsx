import { useState } from 'react';
import { i18n } from '#i18n';
import { encodeShared, type SharedView } from '../../../shared/desk/share.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { canOthersOpen, sharedAddress } from './share-address.ts';

/** A link to read-only figures, which has everything in itself. */
export function ShareLink(props: {
  view: Omit<SharedView, 'account'>;
  /** The account that the figures are about, if it is one. */
  account: string | undefined;
}) {
  const { view, account } = props;
  const [isNamed, setIsNamed] = useState(false);
  const state = encodeShared(isNamed && account !== undefined ? { ...view, account } : view);
  return (
    <details className="text-sm" data-testid="share">
      <summary className="w-fit cursor-pointer rounded text-muted">{i18n.t('desk.share')}</summary>
      <div className="mt-2 flex flex-col gap-2 rounded-xl bg-raised p-3">
        <p className="text-xs text-muted">
          {i18n.t('desk.shareHow')}{' '}
          {i18n.t(canOthersOpen() ? 'desk.sharePaste' : 'desk.shareHereOnly')}
        </p>
        {account === undefined ? null : (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={isNamed}
              onChange={({ target }) => setIsNamed(target.checked)}
              className="size-4 accent-accent"
            />
            {i18n.t('desk.shareAddress')}
          </label>
        )}
        {state === undefined ? (
          <p>{i18n.t('desk.shareTooLong')}</p>
        ) : (
          <p className="flex items-center gap-1">
            <input
              readOnly
              aria-label={i18n.t('desk.shareLink')}
              value={sharedAddress(state)}
              onFocus={({ target }) => target.select()}
              className="min-h-8 min-w-0 flex-1 truncate rounded-lg border border-line bg-surface px-2 text-xs"
            />
            <CopyButton value={sharedAddress(state)} label={i18n.t('desk.copyLink')} />
          </p>
        )}
      </div>
    </details>
  );
}
