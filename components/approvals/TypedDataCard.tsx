import { i18n } from '#i18n';
import { shortAddress } from '../../shared/format.ts';
import type { TypedDataView } from '../../shared/messages/approval-view.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { Checks } from './Checks.tsx';
import { ownCodeChecks } from './describe-check.ts';
import { nameOfAccount } from './names.ts';
import { Members, Rows } from './Rows.tsx';
import { describeSigned } from './signed/describe-signed.ts';

/** Shows typed data (EIP-712): its meaning if known, and every signed member. */
export function TypedDataCard(props: FrameActions & { view: TypedDataView; onSign: () => void }) {
  const { view } = props;
  const { sentence, rows, checks, refusal, danger } = describeSigned(view);
  return (
    <ApprovalFrame
      {...props}
      title={sentence}
      confirm={i18n.t('approvals.sign')}
      refusal={refusal}
      danger={danger}
      toRead={view.json}
      onConfirm={refusal === undefined ? props.onSign : undefined}
    >
      <p className="text-xs text-muted">
        {i18n.t('approvals.withAccountSigning', {
          accountName: nameOfAccount(view),
          account: shortAddress(view.account),
        })}
      </p>
      <Rows rows={rows} network={view.network} />
      <Checks checks={[...ownCodeChecks(view), ...checks]} />
      <section data-signed aria-label={i18n.t('approvals.signedData')}>
        <h2 className="mb-1 flex items-center gap-1 text-xs font-semibold text-muted">
          {i18n.t('approvals.signedData')}{' '}
          <CopyButton value={view.json} label={i18n.t('approvals.copyAsJson')} />
        </h2>
        <Members rows={view.members} />
      </section>
    </ApprovalFrame>
  );
}
