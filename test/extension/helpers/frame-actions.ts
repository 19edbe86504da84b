const ignore = () => undefined;

/** Properties of an approval's card besides its request; no action does anything. */
export const FRAME_ACTIONS = {
  problem: undefined,
  onReject: ignore,
  onRejectAll: ignore,
  onBlock: ignore,
} as const;
