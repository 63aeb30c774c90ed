/** Names this build of the page: the script it began with, whose name changes with anything in it. */
export function buildName(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  return entry === null ? '' : new URL(entry.src).pathname;
}
