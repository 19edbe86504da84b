import { afterEach, beforeEach } from 'vitest';

/**
 * Skips the rest of a file once one of its tests has failed: the others continue where it ended, and
 * each would wait a minute for what doesn't come. The runner repeats the whole file alone.
 */
const failed = new Set<string>();

beforeEach(({ task, skip }) => {
  skip(failed.has(task.file.filepath), 'an earlier test of this file has failed');
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed.add(task.file.filepath);
});
