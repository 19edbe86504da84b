/** Number of blocks behind the head that can still be undone: half an hour on Base. */
export const UNDOABLE_BLOCKS = 1_024;
/** Maximum range among these blocks, so that a reorganization finds a checkpoint nearby. */
export const UNDOABLE_RANGE = 128;
