import { i18n } from '#i18n';
import { useSurface } from '../../../hooks/use-surface.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';

/** Explains that a failed first batch made the account smart, with a link to its settings. */
export function BecameSmart() {
  const { openSmartAccounts } = useSurface();
  return (
    <p className="mt-1 text-xs" data-testid="became-smart">
      {i18n.t('delegation.becameSmart')}{' '}
      <LinkButton onClick={openSmartAccounts}>{i18n.t('delegation.toSettings')}</LinkButton>
    </p>
  );
}
