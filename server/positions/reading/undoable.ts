/** Number of blocks behind the head that can still be undone: half an hour on Base. */
export const UNDOABLE_BLOCKS = 1_024;
/**
 * Maximum length of a range of undoable blocks. A reorganization then finds a checkpoint nearby.
 */
export const UNDOABLE_RANGE = 128;
