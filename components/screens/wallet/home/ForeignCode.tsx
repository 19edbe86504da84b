import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RemoveCode } from '../smart-accounts/RemoveCode.tsx';

/**
 * Warns that an account runs foreign code, and offers to remove the code. After the removal, warns
 * that somebody else may know the account's key.
 */
export function ForeignCode(props: {
  account: string;
  /** The contract with the code; undefined after the removal. */
  delegate: string | undefined;
  onNewAccount: () => void;
  onSend: () => void;
}) {
  const { account, delegate } = props;
  const isThere = delegate !== undefined;
  return (
    <Notice tone="bad">
      <div className="flex flex-col gap-2">
        <p className="font-semibold">
          {i18n.t(isThere ? 'home.foreignCodeTitle' : 'delegation.lostTitle')}
        </p>
        <p>
          {isThere
            ? i18n.t('home.foreignCode', { address: shortAddress(delegate) })
            : i18n.t('delegation.lost')}
        </p>
        {isThere ? (
          <RemoveCode account={account} isForeign />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button kind="danger" onClick={props.onNewAccount}>
              {i18n.t('delegation.newAccount')}
            </Button>
            <Button kind="quiet" onClick={props.onSend}>
              {i18n.t('delegation.send')}
            </Button>
          </div>
        )}
      </div>
    </Notice>
  );
}
