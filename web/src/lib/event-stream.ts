export type StreamEvent = { event: string; data: string };

/**
 * Splits a text/event-stream into events. Text may arrive cut anywhere, so what is incomplete waits
 * for the next piece. Comments (the heartbeat) give no event.
 */
export function createEventParser(onEvent: (event: StreamEvent) => void) {
  let rest = '';
  return (piece: string) => {
    rest += piece.replaceAll('\r\n', '\n');
    let end = rest.indexOf('\n\n');
    while (end >= 0) {
      const parsed = parseBlock(rest.slice(0, end));
      if (parsed) onEvent(parsed);
      rest = rest.slice(end + 2);
      end = rest.indexOf('\n\n');
    }
  };
}

function parseBlock(block: string): StreamEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  if (event === 'message' && data.length === 0) return null;
  return { event, data: data.join('\n') };
}
