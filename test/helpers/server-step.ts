import type { Page } from 'playwright-core';
import { screenTexts } from './screen-texts.ts';

/** Goes from a new profile's first screen to the screen that asks for a vault server. */
export async function openServerStep(page: Page, language = 'en'): Promise<void> {
  const { text, textPattern } = screenTexts(language);
  await page.getByRole('button', { name: text('firstRun.have') }).click();
  await page.getByRole('button', { name: textPattern('firstRun.server') }).click();
  await page.getByLabel(text('onboarding.serverAddress')).waitFor();
}
