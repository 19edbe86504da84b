import type { Page } from 'playwright-core';
import { text } from './screen-texts.ts';

/** Waits until an approval window explains its request: on a busy machine, a node can be slow. */
export async function waitForExplanation(window: Page): Promise<void> {
  await window.getByTestId('origin').waitFor();
  const late = window.getByRole('heading', { name: text('approvals.unexplainedTitle') });
  await late.waitFor({ state: 'detached' });
}
