import { createActivityLog } from '../../../entrypoints/background/kernel/activity.ts';
import { type Areas, stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { epochMs } from '../../../shared/units.ts';
import { memoryAreas } from './memory-areas.ts';

/** Creates an activity log in memory. The caller must load it. */
export function memoryActivity(
  options: { readonly areas?: Areas; readonly onChange?: () => void } = {},
) {
  const { areas = memoryAreas(), onChange = () => undefined } = options;
  return createActivityLog({
    stored: stored(areas, STORED_KEYS.activity),
    clock: { now: () => epochMs(Date.now()) },
    onChange,
  });
}
