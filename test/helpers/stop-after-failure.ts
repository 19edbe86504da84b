import { afterEach, beforeEach } from 'vitest';

/**
 * Files in which a test failed. Their remaining tests are skipped, because each test continues
 * where the previous test stopped and would only time out. The runner repeats the whole file.
 */
const failed = new Set<string>();

beforeEach(({ task, skip }) => {
  skip(failed.has(task.file.filepath), 'an earlier test of this file has failed');
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed.add(task.file.filepath);
});
