import { i18n } from '#i18n';
import { Acknowledgement } from '../../../approvals/Acknowledgement.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { MergeConsent, PasskeyItem } from './use-merge-consent.ts';

/** Asks for consent to passkeys that could open the vault after a merge, each by its name. */
export function PasskeyConsents({ consent }: { consent: MergeConsent }) {
  const { unknown, unremovable } = consent;
  return (
    <>
      {unknown.length === 0 ? null : (
        <Acknowledgement
          sentence={i18n.t('sync.knowPasskeysAgree', { names: namesOf(unknown) })}
          isGiven={consent.isAgreed('unknown')}
          onChange={(isAgreed) => consent.agree('unknown', isAgreed)}
        />
      )}
      {unremovable.length === 0 ? null : (
        <>
          <Notice tone="bad">
            {i18n.t('sync.removedPasskeysStay', { names: namesOf(unremovable) })}
          </Notice>
          <Acknowledgement
            sentence={i18n.t('sync.readmitAgree', { names: namesOf(unremovable) })}
            isGiven={consent.isAgreed('unremovable')}
            onChange={(isAgreed) => consent.agree('unremovable', isAgreed)}
          />
        </>
      )}
    </>
  );
}

function namesOf(passkeys: readonly PasskeyItem[]): string {
  return passkeys.map(({ name }) => name).join(', ');
}
