import { browser } from 'wxt/browser';
import { CondorError } from '../../../shared/errors.ts';
import type { Opens } from '../../../shared/messages/snapshot.ts';

class PanelError extends CondorError<'noPanel'> {}

const POPUP = 'popup.html';

/** Firefox calls its side panel a sidebar. Only a click may open it. */
const sidebar = (): { open?: () => Promise<void> } => Reflect.get(browser, 'sidebarAction') ?? {};

/**
 * Sets what a click on the icon opens. The browser forgets this setting when it ends, so each start
 * sets it again. Rejects when the browser has no side panel.
 */
export async function setOpens(opens: Opens): Promise<void> {
  const { sidePanel } = browser;
  const isPanel = opens === 'panel';
  if (isPanel && sidePanel === undefined && sidebar().open === undefined) {
    throw new PanelError('noPanel');
  }
  await sidePanel?.setPanelBehavior({ openPanelOnActionClick: isPanel });
  await browser.action.setPopup({ popup: opens === 'popup' ? POPUP : '' });
}

/**
 * Handles a click that opens no popup: opens Firefox's sidebar or a tab. Chromium opens its panel
 * by itself.
 */
export function onActionClicked(opens: () => Opens): void {
  browser.action.onClicked.addListener(() => {
    if (opens() === 'panel' && sidebar().open !== undefined) void sidebar().open?.();
    else void browser.tabs.create({ url: browser.runtime.getURL(`/${POPUP}#full` as never) });
  });
}
