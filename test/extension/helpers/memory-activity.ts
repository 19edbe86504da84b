import { createActivityLog } from '../../../entrypoints/background/kernel/activity.ts';
import { type Areas, stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { epochMs } from '../../../shared/units.ts';
import { memoryAreas } from './memory-areas.ts';

/** An activity log in memory that isn't loaded yet. */
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
