import { createEventParser, type StreamEvent } from './event-stream';
import { reportReachable } from './online';
import { clearSessionOf, sessionToken } from './session-store';

export type Listener = {
  /** What changed, each topic once however many of its events came together. */
  onChanges: (topics: string[]) => void;
  /** What was asked for before this moment may have changed unnoticed: it has to be asked for again. */
  onResync: () => void;
  /** The line is alive, whether or not anything changed. */
  onHeard?: () => void;
};

const firstRetryMs = 1000;
const maxRetryMs = 30_000;
/** The server sends a heartbeat well within this; longer silence means the line is dead. */
const silenceMs = 60_000;

/** How long the first event of a burst waits for the others: a delivery of fifty lines is one look at the list. */
const burstMs = 250;

/** Waits longer after each failure, and never all pages at the same moment. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(maxRetryMs, firstRetryMs * 2 ** failures);
  return ceiling / 2 + (ceiling / 2) * random();
}

/** Listens to the server's live events until stopped. fetch instead of EventSource, which cannot send the token. */
export function listenToEvents(listener: Listener): () => void {
  const stop = new AbortController();
  const burst = gatherBurst(listener.onChanges);
  const onHeard = () => listener.onHeard?.();
  void keepListening({ onChange: burst.add, onResync: listener.onResync, onHeard }, stop.signal);
  return () => {
    burst.drop();
    stop.abort();
  };
}

/** Gathers topics from the first one on and hands them over together. */
function gatherBurst(handOver: (topics: string[]) => void) {
  const topics = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush() {
    timer = undefined;
    const gathered = [...topics];
    topics.clear();
    handOver(gathered);
  }
  return {
    add: (topic: string) => {
      topics.add(topic);
      timer ??= setTimeout(flush, burstMs);
    },
    drop: () => clearTimeout(timer),
  };
}

type Ears = { onChange: (topic: string) => void; onResync: () => void; onHeard: () => void };

async function keepListening(listener: Ears, stopped: AbortSignal) {
  let failures = 0;
  while (!stopped.aborted) {
    const reached = await listenOnce(listener, stopped, () => {
      failures = 0;
    });
    if (stopped.aborted) return;
    if (!reached) reportReachable(false);
    await pause(retryDelay(failures), stopped);
    failures += 1;
  }
}

/** One connection, from opening to its end. Says whether the server answered at all. */
async function listenOnce(listener: Ears, stopped: AbortSignal, onOpen: () => void): Promise<boolean> {
  const token = sessionToken();
  if (token === null) return true;
  const silence = createSilenceWatch();
  try {
    const response = await fetch('/api/events/', {
      headers: { Authorization: `Session ${token}`, Accept: 'text/event-stream' },
      signal: AbortSignal.any([stopped, silence.signal]),
      cache: 'no-store',
    });
    if (response.status === 401) clearSessionOf(token);
    if (!response.ok || !response.body) return true;
    reportReachable(true);
    onOpen();
    await readEvents(response.body, listener, silence.heard);
    return true;
  } catch {
    return false;
  } finally {
    silence.end();
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, listener: Ears, heard: () => void) {
  const parse = createEventParser((event) => dispatch(event, listener));
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    listener.onHeard();
    parse(decoder.decode(value, { stream: true }));
  }
}

function dispatch({ event, data }: StreamEvent, listener: Ears) {
  // With its hello the server begins to listen for this page: an answer from before it may be older than a change.
  if (event === 'hello' || event === 'resync') listener.onResync();
  if (event !== 'change') return;
  const topic = topicOf(data);
  if (topic !== null) listener.onChange(topic);
}

function topicOf(data: string): string | null {
  try {
    const change: unknown = JSON.parse(data);
    if (typeof change !== 'object' || change === null || !('topic' in change)) return null;
    return String(change.topic);
  } catch {
    return null;
  }
}

function createSilenceWatch() {
  const controller = new AbortController();
  let timer = setTimeout(() => controller.abort(), silenceMs);
  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(), silenceMs);
    },
    end: () => clearTimeout(timer),
  };
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      stopped.removeEventListener('abort', done);
      window.removeEventListener('online', done);
      resolve();
    }
    stopped.addEventListener('abort', done);
    window.addEventListener('online', done);
  });
}
