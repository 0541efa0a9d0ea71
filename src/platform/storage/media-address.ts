const PREFIX = "/media/";
const KEY = /^[a-z0-9-]+\/[a-z0-9-]+\.(webp|avif|jpg|png|sealed)$/;

/** The shape of a storage key; anything else never reaches a file system or a bucket. */
export function isStorageKey(key: string): boolean {
  return KEY.test(key);
}

/** The address under which a stored file is served. */
export function mediaAddress(key: string): string {
  return PREFIX + key;
}

/** The key behind such an address, or null. */
export function mediaKey(address: string): string | null {
  const key = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : "";
  // Sealed files are served only by pages that check who requests them.
  return isStorageKey(key) && !key.endsWith(".sealed") ? key : null;
}
