/** Pictures that this server keeps have an address of their own here. */
export function isKept(imageUrl: string): boolean {
  return imageUrl.startsWith('/api/images/');
}

/** A picture that is still on its way shows from the person's own machine. */
export function isOnItsWay(imageUrl: string): boolean {
  return imageUrl.startsWith('blob:');
}
