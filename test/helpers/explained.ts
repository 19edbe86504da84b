import type { Page } from 'playwright-core';

/**
 * Waits until an approval window explains its request. On a busy machine, this can take some time.
 */
export async function waitForExplanation(window: Page): Promise<void> {
  await window.getByTestId('origin').waitFor();
  await window.getByTestId('explaining').waitFor({ state: 'detached' });
}
