import { browser } from 'wxt/browser';
import type { SiteAccess } from '../../components/hooks/use-site-access.ts';
import { ALL_SITES } from '../../shared/host-patterns.ts';

/**
 * Returns the extension's access to sites in Firefox; undefined in other browsers. Firefox treats
 * the sites of content scripts as permissions that users can withdraw.
 */
export function siteAccess(): SiteAccess | undefined {
  if (!import.meta.env.FIREFOX) return undefined;
  const { permissions } = browser;
  return {
    isGranted: () => permissions.contains({ origins: [...ALL_SITES] }),
    onChange(listener) {
      permissions.onAdded.addListener(listener);
      permissions.onRemoved.addListener(listener);
      return () => {
        permissions.onAdded.removeListener(listener);
        permissions.onRemoved.removeListener(listener);
      };
    },
  };
}
