interface UserAgentData {
  readonly platform?: string;
  readonly brands?: readonly { readonly brand: string }[];
}

/** A name for this device in the list of passkeys: "Chrome on Linux". */
export function deviceName(): string {
  const { userAgentData } = navigator as Navigator & { userAgentData?: UserAgentData };
  const brand = userAgentData?.brands?.find(({ brand: name }) => !/not.a.brand/i.test(name))?.brand;
  const browserName = brand ?? (navigator.userAgent.includes('Firefox') ? 'Firefox' : 'Browser');
  return userAgentData?.platform ? `${browserName} on ${userAgentData.platform}` : browserName;
}
