import { useRef, useState } from 'react';
import { i18n } from '#i18n';
import type { Services } from '../../../shared/messages/snapshot.ts';
import type { ServiceProblem } from '../../../shared/messages/wallet-answers.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useHostAccess } from '../../hooks/use-host-access.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { addressProblem, defaultMarket } from '../../texts/service-defaults.ts';
import { type GivenUp, withinTime } from './within-time.ts';

/**
 * Milliseconds for a check. Longer than the worker's limit for one service, so that only a hanging
 * check exceeds it.
 */
const CHECK_MS = 10_000;

export type ServicesOutcome =
  | { readonly kind: 'typing' }
  | { readonly kind: 'checking' }
  /** Defaults were filled in, but aren't saved. */
  | { readonly kind: 'filled'; readonly before: Services }
  | { readonly kind: 'saved'; readonly before: Services }
  | { readonly kind: 'givenUp'; readonly why: GivenUp }
  | { readonly kind: 'problems'; readonly problems: readonly ServiceProblem[] };

/**
 * Returns the typed addresses, the check's results, and functions to save and restore addresses.
 */
export function useServicesForm(services: Services) {
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  const [typed, setTyped] = useState(services);
  const [outcome, setOutcome] = useState<ServicesOutcome>({ kind: 'typing' });
  const checking = useRef<AbortController>(undefined);
  const save = useAction(async (isForced: boolean) => {
    const cancel = new AbortController();
    checking.current = cancel;
    setOutcome({ kind: isForced ? 'typing' : 'checking' });
    const next = complete(typed);
    const { vaultUrl, ordersUrls, indexerUrl, positionsUrl, rpcUrls } = next;
    // The request for access must be the first call during the click, because the browser refuses a
    // later request. With access to a node's host, a node without CORS headers works too.
    const hosts = [vaultUrl, ...ordersUrls, indexerUrl, positionsUrl, ...rpcUrls];
    await askForHosts(hosts.filter(Boolean));
    if (!isForced) {
      const asked = call('settings.checkServices', { services: next });
      const checked = await withinTime(asked, CHECK_MS, cancel.signal);
      if ('givenUp' in checked) {
        setOutcome({ kind: 'givenUp', why: checked.givenUp });
        return;
      }
      const { problems } = checked.answer;
      if (problems.length > 0) {
        setOutcome({ kind: 'problems', problems });
        return;
      }
      setOutcome({ kind: 'typing' });
    }
    await call('settings.setServices', { services: next });
    setTyped(next);
    setOutcome({ kind: 'saved', before: services });
  });
  const show = (shown: Services) => {
    setTyped(shown);
    setOutcome({ kind: 'typing' });
  };
  const restore = useAction(async (before: Services) => {
    await call('settings.setServices', { services: before });
    show(before);
  });
  return {
    typed,
    outcome,
    save,
    restore,
    problem: problemOf(typed),
    show,
    cancel: () => checking.current?.abort(),
    change(part: Partial<Services>) {
      // Cancels the running check. Otherwise it would save the addresses from before this change.
      checking.current?.abort();
      show({ ...typed, ...part });
    },
    fill(where: 'devnet' | 'base') {
      setTyped({ ...typed, ...defaultMarket(where) });
      setOutcome({ kind: 'filled', before: typed });
    },
  };
}

/** Returns the problem of the first invalid address. */
function problemOf({ vaultUrl, ordersUrls, indexerUrl, positionsUrl, rpcUrls }: Services) {
  const feeds = ordersUrls.map((url) => url.trim()).filter(Boolean);
  if (feeds.length === 0) return i18n.t('services.noFeed');
  return [
    ...(vaultUrl === '' ? [] : [vaultUrl]),
    ...feeds,
    indexerUrl,
    ...(positionsUrl === '' ? [] : [positionsUrl]),
    ...rpcUrls,
  ]
    .map(addressProblem)
    .find((problem) => problem !== undefined);
}

/** Returns the form's addresses without spaces, empty lines, duplicates and trailing slashes. */
function complete(typed: Services): Services {
  const tidy = (url: string) => url.trim().replace(/\/+$/, '');
  return {
    ...typed,
    vaultUrl: tidy(typed.vaultUrl),
    ordersUrls: [...new Set(typed.ordersUrls.map(tidy).filter(Boolean))],
    indexerUrl: tidy(typed.indexerUrl),
    positionsUrl: tidy(typed.positionsUrl),
    rpcUrls: typed.rpcUrls.map(tidy).filter(Boolean),
  };
}
