import type { Clock } from '../../../shared/ports.ts';
import { epochMs } from '../../../shared/units.ts';

export const systemClock: Clock = { now: () => epochMs(Date.now()) };
