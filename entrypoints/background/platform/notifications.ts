import { browser } from 'wxt/browser';

/** Shows a notification, where the user has allowed them; the permission is optional. */
export async function notify(title: string, message: string): Promise<void> {
  if (!(await browser.permissions.contains({ permissions: ['notifications'] }))) return;
  const iconUrl = browser.runtime.getURL('/icon/128.png');
  await browser.notifications.create({ type: 'basic', iconUrl, title, message });
}
