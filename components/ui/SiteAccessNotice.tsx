import { i18n } from '#i18n';
import { useAction } from '../hooks/use-action.ts';
import { useAllSitesAccess } from '../hooks/use-all-sites-access.ts';
import { useIsSiteAccessMissing } from '../hooks/use-site-access.ts';
import { LinkButton } from './LinkButton.tsx';
import { Notice } from './Notice.tsx';

/** Offers to restore the access to sites that the user withdrew in the browser's settings. */
export function SiteAccessNotice() {
  const isMissing = useIsSiteAccessMissing();
  const askForAllSites = useAllSitesAccess();
  const allow = useAction(askForAllSites);
  if (!isMissing) return null;
  return (
    <Notice tone="warn">
      {i18n.t('sites.accessWithdrawn')}{' '}
      <LinkButton onClick={() => void allow.run()}>{i18n.t('sites.allowAccess')}</LinkButton>
      {allow.problem === undefined ? null : <span className="block">{allow.problem}</span>}
    </Notice>
  );
}
