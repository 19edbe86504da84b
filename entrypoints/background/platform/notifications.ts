import { browser } from 'wxt/browser';

/** Shows a notification if the user has granted the optional permission. */
export async function notify(title: string, message: string): Promise<void> {
  if (!(await browser.permissions.contains({ permissions: ['notifications'] }))) return;
  const iconUrl = browser.runtime.getURL('/icon/128.png');
  await browser.notifications.create({ type: 'basic', iconUrl, title, message });
}
