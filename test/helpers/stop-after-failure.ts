import { afterEach, beforeEach } from 'vitest';

/**
 * Skips the rest of a file once one of its tests has failed. Later tests continue where it stopped,
 * and each would time out after a minute. The runner repeats the whole file.
 */
const failed = new Set<string>();

beforeEach(({ task, skip }) => {
  skip(failed.has(task.file.filepath), 'an earlier test of this file has failed');
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed.add(task.file.filepath);
});
