import { useState } from 'react';
import { i18n } from '#i18n';
import { BUNDLED_PHISHING_LIST } from '../../../shared/approvals/phishing-list.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useHostAccess } from '../../hooks/use-host-access.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { ageOf, dateText, durationText, localDate } from '../../texts/times.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { WeeklyPhishingList } from '../../ui/WeeklyPhishingList.tsx';
import { SlowedSites } from '../wallet/home/SlowedSites.tsx';

/** Lists sites that can't open prompts: blocked for a while, or listed as phishing. */
export function SafetySettings() {
  return (
    <div className="flex flex-col gap-5">
      <PhishingList />
      <SlowedSites />
      <BlockedSites />
    </div>
  );
}

function PhishingList() {
  const call = useWalletCall();
  const askForHosts = useHostAccess();
  const list = useSnapshot((snapshot) => snapshot.phishingList);
  const refresh = useAction(async () => {
    await askForHosts([list?.source ?? '']);
    await call('phishing.refresh', {});
  });
  const [typed, setTyped] = useState<string>();
  const source = typed ?? list?.source ?? '';
  const save = useAction(async (isWeekly: boolean) => {
    await askForHosts([source]);
    await call('phishing.setRefresh', { isWeekly, source: source.trim() });
    setTyped(undefined);
  });
  const now = useNow(60_000);
  if (list === undefined) return null;
  const listedAt = list.refreshedAt ?? Date.parse(BUNDLED_PHISHING_LIST.date);
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{i18n.t('phishing.title')}</h2>
      <Card className="flex flex-col gap-3">
        <p className="text-sm" data-testid="phishing-list">
          {list.refreshedAt === undefined
            ? i18n.t('phishing.bundledList', {
                date: dateText(BUNDLED_PHISHING_LIST.date),
                version: BUNDLED_PHISHING_LIST.version,
              })
            : i18n.t('phishing.refreshedOn', { date: localDate(list.refreshedAt) })}{' '}
          {i18n.t('phishing.listAge', { age: ageOf(listedAt, now) })}
        </p>
        <p className="text-xs text-muted">{i18n.t('phishing.intro')}</p>
        <WeeklyPhishingList label={i18n.t('phishing.refreshWeekly')} source={source} />
        <Field
          label={i18n.t('phishing.source')}
          value={source}
          onType={setTyped}
          isNeeded
          problem={save.problem}
        />
        {typed === undefined || typed.trim() === list.source ? null : (
          <Button
            kind="quiet"
            disabled={save.isRunning}
            onClick={() => void save.run(list.isWeekly)}
          >
            {i18n.t('phishing.useSource')}
          </Button>
        )}
        <Notice tone="warn">{refresh.problem}</Notice>
        <ActionButton action={refresh} busy={i18n.t('phishing.refreshing')} kind="quiet">
          {i18n.t('phishing.refresh')}
        </ActionButton>
      </Card>
    </section>
  );
}

function BlockedSites() {
  const call = useWalletCall();
  const now = useNow(5000);
  const sites = (useSnapshot((snapshot) => snapshot.blockedSites) ?? []).filter(
    ({ until }) => until > now,
  );
  const unblock = useAction((origin: string) => call('sites.unblock', { origin }));
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{i18n.t('phishing.blockedTitle')}</h2>
      <Notice tone="bad">{unblock.problem}</Notice>
      <CardList
        testId="blocked-sites"
        items={sites}
        keyOf={({ origin }) => origin}
        empty={i18n.t('phishing.noneBlocked')}
      >
        {({ origin, until }) => (
          <Card className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium wrap-anywhere">{origin}</p>
              <p className="text-xs text-muted">
                {i18n.t('phishing.blockedFor', {
                  time: durationText(Math.ceil((until - now) / 60_000)),
                })}
              </p>
            </div>
            <Button
              kind="quiet"
              aria-label={i18n.t('phishing.unblockSite', { origin })}
              onClick={() => void unblock.run(origin)}
            >
              {i18n.t('phishing.unblock')}
            </Button>
          </Card>
        )}
      </CardList>
    </section>
  );
}
