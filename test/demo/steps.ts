import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export interface Steps {
  /** Runs one step and prints it with its time. After a failure, later steps don't run. */
  step(title: string, work: () => Promise<unknown>): Promise<void>;
  /** Saves a screenshot of a page. */
  picture(page: Page, name: string): Promise<void>;
  verdict(): { passed: number; failed: number };
}

/**
 * Creates the functions that run the demo. Pictures in `folder` are numbered, and each step prints
 * one line.
 */
export async function createSteps(folder: string): Promise<Steps> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let passed = 0;
  let failed = 0;
  let pictures = 0;
  return {
    async step(title, work) {
      const started = performance.now();
      try {
        await work();
        passed += 1;
        console.log(`ok    ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed += 1;
        console.log(`FAIL  ${title}`);
        throw error;
      }
    },
    async picture(page, name) {
      pictures += 1;
      const path = join(folder, `${String(pictures).padStart(2, '0')}-${name}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    },
    verdict: () => ({ passed, failed }),
  };
}
