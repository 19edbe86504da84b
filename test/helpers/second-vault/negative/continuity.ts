import { epoch } from '../positive.ts';
import { fixed } from '../sealed.ts';

const newest = epoch(2);
const other = fixed('another secret', 32).toString('base64url');

/** Lists of epochs that a writer could produce with only a removed passkey. */
export const CONTINUITY = [
  ['the epochs before the removal', [epoch(1)]],
  ['a guessed secret of the newest epoch', [{ epoch: 2, secret: other }, epoch(1)]],
  ['an old secret under the newest epoch', [{ ...epoch(1), epoch: 2 }]],
  ['the newest secret under another epoch', [{ ...newest, epoch: 3 }]],
  ['later epochs only', [epoch(4), epoch(3)]],
].map(([name, offered]) => ({
  name,
  reason: 'the newest epoch isn’t in the list',
  newest,
  offered,
}));
