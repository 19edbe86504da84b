import type { Clock, Elapsed, Wait } from '../../../shared/ports.ts';
import { epochMs } from '../../../shared/units.ts';

export const systemClock: Clock = { now: () => epochMs(Date.now()) };

export const systemElapsed: Elapsed = () => performance.now();

export const systemWait: Wait = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
