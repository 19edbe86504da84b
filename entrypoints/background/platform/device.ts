interface UserAgentData {
  readonly platform?: string;
  readonly brands?: readonly { readonly brand: string }[];
}

/** Only Chromium has `userAgentData`. */
interface Identity {
  readonly userAgent: string;
  readonly userAgentData?: UserAgentData;
}

/** Returns a name for this device in the list of passkeys: "Chrome on Linux". */
export function deviceName(): string {
  const { userAgent, userAgentData }: Identity = navigator;
  const brand = userAgentData?.brands?.find(({ brand: name }) => !/not.a.brand/i.test(name))?.brand;
  const browserName = brand ?? (userAgent.includes('Firefox') ? 'Firefox' : 'Browser');
  return userAgentData?.platform ? `${browserName} on ${userAgentData.platform}` : browserName;
}
