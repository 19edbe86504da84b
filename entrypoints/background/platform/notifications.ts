import { browser } from 'wxt/browser';

const NOTIFICATIONS = { permissions: ['notifications' as const] };

/** Shows a notification if the user allowed it. Replaces a notification with the same id. */
export async function notify(title: string, message: string, id?: string): Promise<void> {
  if (!(await browser.permissions.contains(NOTIFICATIONS))) return;
  const iconUrl = browser.runtime.getURL('/icon/128.png');
  const notice = { type: 'basic' as const, iconUrl, title, message };
  if (id === undefined) await browser.notifications.create(notice);
  else await browser.notifications.create(id, notice);
}

/** Calls back with the id of a notification that the user clicked, and removes it. */
export function onNoticeClicked(listener: (id: string) => void): void {
  const clicked = (id: string) => {
    void browser.notifications.clear(id);
    listener(id);
  };
  // Undefined without the permission.
  const listen = () => browser.notifications?.onClicked.addListener(clicked);
  listen();
  browser.permissions.onAdded.addListener(({ permissions = [] }) => {
    if (permissions.includes('notifications')) listen();
  });
}
