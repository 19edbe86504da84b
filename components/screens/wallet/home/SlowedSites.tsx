import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/**
 * Lists sites that can't open prompts for a while, with a button that allows them again. Renders
 * nothing without such sites.
 */
export function SlowedSites() {
  const call = useWalletCall();
  const now = useNow(1000);
  const sites = (useSnapshot((snapshot) => snapshot.slowedSites) ?? []).filter(
    ({ until }) => until > now,
  );
  const allow = useAction((origin: string) => call('sites.allowAgain', { origin }));
  if (sites.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2" data-testid="slowed-sites">
      {sites.map(({ origin, until }) => (
        <li key={origin}>
          <Notice tone="warn">
            <div className="flex flex-col items-start gap-2">
              <p className="wrap-anywhere">
                {i18n.t('phishing.slowed', {
                  origin,
                  seconds: Math.ceil((until - now) / 1000),
                })}
              </p>
              <Button
                kind="quiet"
                aria-label={i18n.t('phishing.allowSiteAgain', { origin })}
                onClick={() => void allow.run(origin)}
              >
                {i18n.t('phishing.allowAgain')}
              </Button>
            </div>
          </Notice>
        </li>
      ))}
      <Notice tone="bad">{allow.problem}</Notice>
    </ul>
  );
}
