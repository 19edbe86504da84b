import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { BASE_SERVICES, DEVNET_SERVICES } from '../../shared/messages/default-services.ts';
import { CEREMONY_PORT, PAGE_PORT, UI_PORT } from '../../shared/messages/port-names.ts';
import { compose } from './compose.ts';
import { browserAlarms } from './platform/alarms.ts';
import { systemClock, systemElapsed } from './platform/clock.ts';
import { onAccessGranted, onAccessWithdrawn, setDefaultWallet } from './platform/default-wallet.ts';
import { deviceName } from './platform/device.ts';
import { hostFetch } from './platform/host-fetch.ts';
import { setLanguage } from './platform/language.ts';
import { taskRunner } from './platform/next-task.ts';
import { notify, onNoticeClicked } from './platform/notifications.ts';
import { onActionClicked, setOpens } from './platform/opens.ts';
import { setVaultOrigin } from './platform/origin-rule.ts';
import { setOutgoing } from './platform/outgoing-rules.ts';
import { ownRpId } from './platform/own-rp-id.ts';
import {
  loadPhishingList,
  loadWords,
  openPage,
  showActivity,
  wakePages,
} from './platform/pages.ts';
import { systemRandom } from './platform/random.ts';
import { browserStorage, restrictStorage } from './platform/storage.ts';
import { webAead } from './platform/web-aead.ts';
import { onInstalled, openWelcome } from './platform/welcome.ts';
import { browserWindows } from './platform/windows.ts';

/** Set by WXT during `npm run dev`: the server from which pages load and reload their scripts. */
declare const __DEV_SERVER_ORIGIN__: string;

/** Allows requests to the server of `npm run dev`, too. Builds have no such server. */
const setAllowed: typeof setOutgoing =
  import.meta.env.COMMAND === 'serve'
    ? (addresses) => {
        const sockets = __DEV_SERVER_ORIGIN__;
        return setOutgoing([...addresses, sockets, sockets.replace(/^ws/, 'http')]);
      }
    : setOutgoing;

/** Registers every listener synchronously at the start, so that no event is lost. */
export default defineBackground(() => {
  const alarms = browserAlarms();
  const wallet = compose({
    fetch: hostFetch((url, init) => fetch(url, init)),
    clock: systemClock,
    elapsed: systemElapsed,
    random: systemRandom,
    aead: webAead,
    areas: { local: browserStorage('local'), session: browserStorage('session') },
    windows: browserWindows(),
    alarms,
    nextTask: taskRunner(),
    deviceName,
    version: browser.runtime.getManifest().version,
    ownRpId: ownRpId(),
    // Build modes of `npm start` for its devnet.
    defaultServices:
      import.meta.env.MODE === 'devnet' || import.meta.env.MODE === 'simulated-passkeys'
        ? DEVNET_SERVICES
        : BASE_SERVICES,
    keepAlive: () => void browser.runtime.getPlatformInfo(),
    setVaultOrigin,
    setOutgoing: setAllowed,
    setBadge: (text) => void browser.action.setBadgeText({ text }),
    wakePages,
    showActivity,
    openWelcome,
    loadPhishingList,
    loadWords,
    setDefaultWallet,
    notify,
    openPage,
    setLanguage,
    setOpens,
  });

  browser.runtime.onConnect.addListener((port) => {
    if (port.name.startsWith(PAGE_PORT)) wallet.pages.accept(port);
    else if (port.name === UI_PORT) wallet.ui.accept(port);
    else if (port.name.startsWith(CEREMONY_PORT)) wallet.ceremonies.accept(port);
    else port.disconnect();
  });
  alarms.onAlarm((name) => void wallet.ring(name));
  // After a browser start, the worker must set the effect of a click on the icon again. This event
  // wakes the worker.
  browser.runtime.onStartup.addListener(() => undefined);
  onActionClicked(wallet.opens);
  onNoticeClicked((id) => void wallet.openNotice(id));
  onInstalled({ install: wallet.welcome, update: wallet.dropGone });
  browser.idle.onStateChanged.addListener((state) => void wallet.onScreen(state));
  onAccessWithdrawn(() => void wallet.renewDefaultWallet());
  onAccessGranted((access) => void wallet.accessGranted(access));
  void restrictStorage();
});
