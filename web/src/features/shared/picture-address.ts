/** Pictures that this server keeps have an address of their own here. */
export function isKept(imageUrl: string): boolean {
  return imageUrl.startsWith('/api/images/');
}

/**
 * What a browser may load: pictures kept by this server, and those on their way to it. One that lies elsewhere is
 * fetched by the server, so that nobody there learns who looks at it.
 */
export function isLoadable(imageUrl: string): boolean {
  return isKept(imageUrl) || isOnItsWay(imageUrl);
}

/** A picture that lies elsewhere, and that the server has not fetched yet. */
export function isElsewhere(imageUrl: string): boolean {
  return imageUrl !== '' && !isLoadable(imageUrl);
}

/** A picture that is still on its way shows from the person's own machine. */
export function isOnItsWay(imageUrl: string): boolean {
  return imageUrl.startsWith('blob:');
}
