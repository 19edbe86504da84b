import { plainSettings } from '../../../shared/messages/plain-settings.ts';
import { checkEndpoints } from '../chain/check-network.ts';
import { createDeskChoices } from '../kernel/desk-choices.ts';
import type { Commands, Feature } from '../kernel/feature.ts';
import { stateKeys } from '../kernel/keys.ts';
import { checkHosts } from '../kernel/outgoing.ts';
import { addressesOf } from '../kernel/settings.ts';
import { stored } from '../kernel/stored.ts';
import type { PositionParts } from '../positions/index.ts';
import type { Core } from '../procedures/index.ts';
import { isOnDevice } from '../vault/home/home.ts';
import { checkServices, isAnyUp } from './check-services.ts';
import { networkCommands } from './networks.ts';
import { siteCommands } from './sites.ts';

export function createSettingsParts(core: Core, { expiryNotices }: PositionParts) {
  const { areas, events, platform, session, settings } = core;
  const { fetch } = platform;
  const deskChoices = createDeskChoices({
    stored: stored(areas, stateKeys.deskChoices),
    onChange: () => events.emit('changed'),
  });
  const commands: Commands<'desk' | 'networks' | 'settings' | 'sites' | 'tokens'> = {
    ...networkCommands({
      ...core,
      checkEndpoints: (network) => checkEndpoints({ fetch, outgoing: core.outgoing }, network),
    }),
    ...siteCommands(core),
    async 'sites.unblock'({ origin }) {
      await core.blockedSites.unblock(origin);
      core.approvals.allowAgain(origin);
    },
    'sites.allowAgain': async ({ origin }) => core.approvals.allowAgain(origin),
    'desk.save': ({ choices }) => deskChoices.set(choices),
    async 'settings.isAnyServerUp'() {
      const urls = addressesOf(settings.services()).filter((url) => url !== '');
      return { isUp: await isAnyUp(fetch, urls) };
    },
    async 'settings.checkServices'({ services }) {
      checkHosts(addressesOf(services));
      const tenant = session.device()?.tenant;
      const problems = await settings.whileTrying(services, async () => {
        // A vault that is only on this device doesn't use the server, so the server's address isn't
        // checked.
        if (tenant === undefined || isOnDevice(tenant)) {
          return checkServices({ fetch, tenantId: undefined }, { ...services, vaultUrl: '' });
        }
        // Requests to this address have the tenant's origin until `renewOrigin` is called.
        await platform.setVaultOrigin({ vaultUrl: services.vaultUrl, origin: tenant.origin });
        return checkServices({ fetch, tenantId: tenant.id }, services);
      });
      await session.renewOrigin();
      return { problems };
    },
    async 'settings.setServices'({ services }) {
      checkHosts(addressesOf(services));
      await settings.setServices(services);
      await session.renewOrigin();
    },
    'settings.setDefaultWallet': async ({ isOn }) => ({ isOn: await core.defaultWallet.set(isOn) }),
    'settings.awaitAccess': ({ change }) => core.awaitedAccess.set(change),
    'settings.set': (change) => settings.write(change),
    async 'settings.setLanguage'({ language }) {
      await platform.setLanguage(language);
      await settings.write({ language });
    },
    async 'settings.setExpiryNotices'({ kind }) {
      await settings.write({ expiryNotices: kind });
      await expiryNotices.choose();
    },
    async 'settings.setOpens'({ opens }) {
      await platform.setOpens(opens);
      await settings.write({ opens });
    },
  };
  return {
    commands,
    view() {
      const all = settings.get();
      return {
        sites: core.sites.mark(),
        networks: core.networks.view(),
        offeredNetworks: core.networks.offered(),
        watchedTokens: core.watchedTokens.all(),
        blockedSites: core.blockedSites.list(),
        services: settings.services(),
        language: all.language ?? 'browser',
        ...plainSettings(all),
        expiryNotices: all.expiryNotices ?? 'off',
        deskChoices: deskChoices.all(),
        opens: all.opens ?? 'popup',
        isDefaultWallet: all.isDefaultWallet ?? false,
        autoLockMinutes: all.autoLockMinutes,
      };
    },
    load: deskChoices.load,
  } satisfies Feature;
}
