import { afterEach, beforeEach } from 'vitest';

/**
 * Files with a failed test, whose remaining tests are skipped. Later tests continue where an
 * earlier one stopped, and each would wait a minute for nothing. The runner repeats the whole file.
 */
const failed = new Set<string>();

beforeEach(({ task, skip }) => {
  skip(failed.has(task.file.filepath), 'an earlier test of this file has failed');
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed.add(task.file.filepath);
});
