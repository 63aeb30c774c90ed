/** A key that nobody else makes. Browsers give `randomUUID` to pages over HTTPS alone, and random bytes to all. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
